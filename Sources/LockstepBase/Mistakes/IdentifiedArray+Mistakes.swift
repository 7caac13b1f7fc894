// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Reports the name that another framework has for replacing an element.
  @available(*, unavailable, message: "Write 'rows[position] = row', or 'rows[id: row.id] = row'.")
  public mutating func update(_ element: Element, at position: Int) {
    self[position] = element
  }
}
