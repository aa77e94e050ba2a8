import Social

/// The statements by which single posts are read, each with a text that is made once.
struct PostStatements: Sendable {
  private struct Shape: Hashable {
    enum Kind: Hashable {
      case entry
      case marks(isChecked: Bool, count: Int)
    }

    let kind: Kind
    let hasViewer: Bool
  }

  private let forms = StatementForms<Shape>()

  /// A post or a repost, and what the viewer did with it, if they may see it. Read by `MarkedEntryRow`.
  func entry(_ id: Int64, asker: Int64?) -> Statement {
    forms.statement(Shape(kind: .entry, hasViewer: asker != nil), [id] + (asker.map { [$0] } ?? [])) { values in
      let viewer = values.count > 1 ? values[1] : nil
      var statement: Statement = "SELECT \(EntryReader.columns)"
      statement.append(
        "\(PostRow.viewerColumns(asker: viewer, in: &statement)) FROM posts p WHERE p.id = \(values[0])")
      statement.append(" AND \(Visibility.condition(asker: viewer, in: &statement))")
      return statement
    }
  }

  /// The viewer's interactions with the posts.
  ///
  /// - Parameter isChecked: `false`: only of those that the viewer may see.
  func marks(_ ids: [Int64], asker: Int64?, isChecked: Bool) -> Statement {
    var ids = ids
    // Few different statements are prepared.
    if let last = ids.last {
      while ids.count & (ids.count - 1) != 0 { ids.append(last) }
    }
    let shape = Shape(kind: .marks(isChecked: isChecked, count: ids.count), hasViewer: asker != nil)
    return forms.statement(shape, ids + (asker.map { [$0] } ?? [])) { [count = ids.count] values in
      let viewer = values.count > count ? values[count] : nil
      var statement: Statement = "SELECT p.id"
      statement.append("\(PostRow.viewerColumns(asker: viewer, in: &statement)) FROM posts p")
      statement.append(" WHERE p.id IN \(Array(values.prefix(count))) AND p.repost_of IS NULL")
      if !isChecked { statement.append(" AND \(Visibility.condition(asker: viewer, in: &statement))") }
      return statement
    }
  }
}
