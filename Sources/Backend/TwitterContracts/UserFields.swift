public import Social

/// The address and the location of a user. Here both are rows of the table below the bio.
extension [Profile.Field] {
  /// The first row that is a link and no more; `nil` without one.
  var website: TwitterText? { lazy.compactMap(\.link).first }

  /// The row that is called "Location"; empty without one.
  var location: String {
    first { $0.isLocation }.map { TwitterText($0.value.plain, isEscaped: false).text } ?? ""
  }

  /// Changes the address. An empty one removes the row, one without a scheme gets `http` as on Twitter, and a
  /// text that isn't a link changes nothing.
  public mutating func setWebsite(_ address: String) {
    let typed = TwitterText(address, isEscaped: false).text
    let url = typed.isEmpty || typed.contains("://") ? typed : "http://" + typed
    let field = Profile.Field(name: "Website", value: .text(url))
    guard url.isEmpty || field.link != nil else { return }
    set(field, url.isEmpty, at: firstIndex { $0.link != nil })
  }

  /// Changes the location. An empty one removes the row.
  public mutating func setLocation(_ location: String) {
    let typed = TwitterText(location, isEscaped: false).text
    set(
      Profile.Field(name: "Location", value: .text(typed)), typed.isEmpty,
      at: firstIndex { $0.isLocation })
  }

  /// Replaces a row, which keeps its name, or adds it if the table has room.
  private mutating func set(_ field: Profile.Field, _ isEmpty: Bool, at index: Int?) {
    if let index {
      if isEmpty { remove(at: index) } else { self[index].value = field.value }
    } else if !isEmpty, count < Profile.Field.maxCount {
      append(field)
    }
  }
}

extension Profile.Field {
  fileprivate var isLocation: Bool { name.lowercased() == "location" }

  /// The row's link; `nil` if it isn't a link or is more than that.
  fileprivate var link: TwitterText? {
    let text = TwitterText(value.plain, isEscaped: false)
    guard let entity = text.entities.first, case .link = entity.kind, entity.indices == 0..<text.count else {
      return nil
    }
    return text
  }
}
