extension Page {
  /// The operations that turn what is shown into this page; none if they are the same.
  public func operations(from shown: Page, _ strings: Strings) -> [PageOperation] {
    var operations: [PageOperation] = []
    if status != shown.status { operations.append(.status(status)) }
    operations += Self.operations(.frame, from: shown.frame, to: frame, strings)
    operations += Self.operations(.cells, from: shown.cells, to: cells, strings)
    return operations
  }

  /// Every cell anew, where it stands: for another language.
  public func replacements(_ strings: Strings) -> [PageOperation] {
    var operations: [PageOperation] = []
    for cell in frame + cells { operations.append(.replace(key: cell.key, cell.html(strings))) }
    return operations
  }

  private static func operations(
    _ zone: PageZone, from old: [Cell], to new: [Cell], _ strings: Strings
  ) -> [PageOperation] {
    var operations: [PageOperation] = []
    for step in KeyDiff.steps(from: old.map { $0.key }, to: new.map { $0.key }) {
      switch step {
      case .keep(let oldIndex, let index):
        let cell = new[index]
        if old[oldIndex] != cell { operations.append(.replace(key: cell.key, cell.html(strings))) }
      case .remove(let key): operations.append(.remove(key: key))
      case .move(let key, let before): operations.append(.move(zone, key: key, before: before))
      case .insert(let index, let before):
        let cell = new[index]
        operations.append(.insert(zone, key: cell.key, cell.html(strings), before: before))
      }
    }
    return operations
  }
}
