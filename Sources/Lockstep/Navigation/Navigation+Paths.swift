// SPDX-License-Identifier: MIT

extension OptionalPath {
  package static func screen(
    _ id: Int,
    of toStack: any WritableKeyPath<Root, StackState<Value>> & Sendable
  ) -> Self {
    Self(
      extract: { $0[keyPath: toStack][id: id] },
      set: { root, screen in _ = root[keyPath: toStack].modify(id: id) { $0 = screen } },
      modify: { root, body in _ = root[keyPath: toStack].modify(id: id, body) },
      description: "\(toStack.text)[id: \(id)]"
    )
  }
}

extension CasePath {
  package static func screen<Screen>(_ id: Int) -> Self where Root == StackAction<Screen, Value> {
    Self(
      embed: { .element(id: id, action: $0) },
      extract: { action in
        guard case .element(id, let action) = action else { return nil }
        return action
      }
    )
  }
}

extension CasePath where Root == PresentationAction<Value> {
  package static var presented: Self {
    Self(
      embed: { .presented($0) },
      extract: { action in
        guard case .presented(let action) = action else { return nil }
        return action
      }
    )
  }
}
