import JSON
import Localization
import Social

/// Storing an item on the device.
extension OutboxItem {
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.name("at")
      writer.number(createdAt.milliseconds)
      writer.name("due")
      // The pauses after failed attempts end with the tab that made them.
      writer.number((attempts == 0 ? notBefore : min(notBefore, undoableUntil)).milliseconds)
      if let sentAt {
        writer.name("sent")
        writer.number(sentAt.milliseconds)
      }
      if let triedAt {
        writer.name("tried")
        writer.number(triedAt.milliseconds)
      }
      var texts: [(name: StaticString, text: String?)] = [("id", id), ("session", session)]
      if case .failed(let reason) = state { texts.append((name: "failed", text: reason)) }
      switch task {
      case .delete(let id): texts.append((name: "deletes", text: id))
      case .narrow(let id, let audience):
        texts += [(name: "narrows", text: id), (name: "audience", text: audience.rawValue)]
      case .admit(let id, let isAccepted): texts.append((name: isAccepted ? "accepts" : "rejects", text: id))
      case .publish(let draft), .edit(_, let draft):
        if let edited { texts.append((name: "edits", text: edited)) }
        writer.name("draft")
        writer.json(Array(draft.json.utf8))
      }
      writer.texts(texts)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  private var undoableUntil: Timestamp { createdAt.advanced(byMilliseconds: Outbox.undoMilliseconds) }

  /// Reads an item. One that was being sent waits again once no tab can be waiting for its response
  /// (`Outbox.lease`): the server knows its id.
  init?(json: String) {
    guard let json = try? JSON(parsing: Array(json.utf8)), let id = json.text("id"),
      let session = json.text("session"), let createdAt = json["at"]?.int64, let due = json["due"]?.int64
    else { return nil }
    let task: Task
    if let deleted = json.text("deletes") {
      task = .delete(id: deleted)
    } else if let narrowed = json.text("narrows"),
      let audience = json.text("audience").flatMap({ Visibility(rawValue: $0) })
    {
      task = .narrow(id: narrowed, audience)
    } else if let accepted = json.text("accepts") {
      task = .admit(id: accepted, true)
    } else if let rejected = json.text("rejects") {
      task = .admit(id: rejected, false)
    } else if let draft = json["draft"] {
      task = json.text("edits").map { .edit(id: $0, Draft(draft)) } ?? .publish(Draft(draft))
    } else {
      return nil
    }
    self.init(
      id: id, session: session, task, createdAt: Timestamp(milliseconds: createdAt),
      notBefore: Timestamp(milliseconds: due))
    if let sent = json["sent"]?.int64 { sentAt = Timestamp(milliseconds: sent) }
    if let reason = json.text("failed") { state = .failed(reason) }
    triedAt = json["tried"]?.int64.map { Timestamp(milliseconds: $0) }
  }
}

extension Draft {
  /// Storing a draft on the device.
  var json: String {
    var writer = JSONWriter()
    writer.object { writer in
      writer.texts([
        ("text", text), ("warning", warning), ("visibility", visibility?.rawValue), ("language", language),
        ("reply", replyTo?.id), ("nick", replyTo?.nick), ("handle", replyTo?.handle),
        ("quoted", replyTo?.text),
        ("avatar", replyTo?.avatar), ("location", location),
      ])
      writer.name("sensitive")
      writer.bool(isSensitive)
      if isComment {
        writer.name("comment")
        writer.bool(true)
      }
      if !circles.isEmpty { writeCircles(&writer) }
      if !reminded.isEmpty { writeReminded(&writer) }
      if !pictures.isEmpty {
        writer.name("pictures")
        writer.array(pictures) { $1.write(&$0) }
      }
      poll?.write(&writer)
    }
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  init?(json: String) {
    guard let json = try? JSON(parsing: Array(json.utf8)) else { return nil }
    self.init(json)
  }

  init(_ json: JSON) {
    self.init(
      text: json.text("text") ?? "", warning: json.text("warning") ?? "",
      isSensitive: json["sensitive"]?.bool ?? false,
      visibility: json.text("visibility").flatMap { Visibility(rawValue: $0) },
      language: json.text("language"),
      replyTo: json.text("reply").map { id in
        Quoted(
          id: id, nick: json.text("nick") ?? "", handle: json.text("handle") ?? "",
          text: json.text("quoted") ?? "", avatar: json.text("avatar"))
      },
      pictures: (json["pictures"]?.array ?? []).compactMap { DraftPicture($0) },
      isComment: json["comment"]?.bool ?? false, poll: DraftPoll(json["poll"]))
    location = json.text("location")
    if let circles = json["circles"]?.array { readCircles(circles) }
    if let people = json["reminded"]?.array { readReminded(people) }
  }

  @inline(never)
  private func writeCircles(_ writer: inout JSONWriter) {
    writer.name("circles")
    writer.array(circles) { writer, circle in
      writer.object { writer in
        writer.texts([("id", circle.id), ("name", circle.name)])
        writer.name("excepted")
        writer.bool(circle.isExcepted)
        writer.name("followers")
        writer.bool(circle.isOfFollowers)
      }
    }
  }

  @inline(never)
  private mutating func readCircles(_ json: [JSON]) {
    circles = json.compactMap { circle in
      guard let id = circle.text("id"), let name = circle.text("name") else { return nil }
      return Post.ChosenCircle(
        id: id, name: name, isExcepted: circle["excepted"]?.bool ?? false,
        isOfFollowers: circle["followers"]?.bool ?? false)
    }
  }
}
