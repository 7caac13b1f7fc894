// SPDX-License-Identifier: MIT

extension IdentifiedArray {
  /// Replaces an element, under the name of another framework.
  @available(*, unavailable, message: "Write 'rows[position] = row', or 'rows[id: row.id] = row'.")
  public mutating func update(_ element: Element, at position: Int) {
    self[position] = element
  }
}
