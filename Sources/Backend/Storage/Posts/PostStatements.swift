import Social

/// The statements by which single posts are read, each with a text that is made once.
struct PostStatements: Sendable {
  private struct Shape: Hashable {
    enum Kind: Hashable {
      case entry
      case interactions(isChecked: Bool, count: Int)
    }

    let kind: Kind
    let hasViewer: Bool
  }

  private let forms = StatementForms<Shape>()

  /// A post or a repost, and what the viewer did with it, if they may see it. Read by `ViewedEntryRow`.
  func entry(_ id: Int64, viewer: Int64?) -> Statement {
    forms.statement(Shape(kind: .entry, hasViewer: viewer != nil), [id] + (viewer.map { [$0] } ?? [])) {
      values in
      let viewer = values.count > 1 ? values[1] : nil
      var statement: Statement = "SELECT \(EntryReader.columns)"
      statement.append(
        "\(PostRow.interactionColumns(viewer: viewer, in: &statement)) FROM posts p WHERE p.id = \(values[0])"
      )
      statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))")
      return statement
    }
  }

  /// The viewer's interactions with the posts.
  ///
  /// - Parameter isChecked: `false`: only of those that the viewer may see.
  func interactions(_ ids: [Int64], viewer: Int64?, isChecked: Bool) -> Statement {
    var ids = ids
    // Few different statements are prepared.
    if let last = ids.last {
      while ids.count & (ids.count - 1) != 0 { ids.append(last) }
    }
    let shape = Shape(kind: .interactions(isChecked: isChecked, count: ids.count), hasViewer: viewer != nil)
    return forms.statement(shape, ids + (viewer.map { [$0] } ?? [])) { [count = ids.count] values in
      let viewer = values.count > count ? values[count] : nil
      var statement: Statement = "SELECT p.id"
      statement.append("\(PostRow.interactionColumns(viewer: viewer, in: &statement)) FROM posts p")
      statement.append(" WHERE p.id IN \(Array(values.prefix(count))) AND p.repost_of IS NULL")
      if !isChecked { statement.append(" AND \(Visibility.condition(viewer: viewer, in: &statement))") }
      return statement
    }
  }
}
