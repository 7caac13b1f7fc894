// SPDX-License-Identifier: MIT

/// Reads and prints ``Parts`` in their order.
///
/// NB: 6.3.1 crashes on closures whose type mentions a pack tuple, and where a pack tuple is handed
/// from one function to another: hence each method expands the pack itself, and only generic
/// functions over one value are called inside.
struct PartsNode<each Value>: RouteNode {
  let slots: [AnySlot]
  let constants: [Constant]

  var shapes: [RouteShape] {
    var shapes = [RouteShape()]
    var position = 0
    for type in repeat (each Value).self {
      append(constantsAt: position, to: &shapes)
      let next = slots[position].node(of: type).shapes
      shapes = shapes.flatMap { shape in next.map(shape.followed(by:)) }
      position += 1
    }
    append(constantsAt: position, to: &shapes)
    return shapes
  }

  func parse(_ reader: inout RequestReader) throws(RoutingError) -> (repeat each Value) {
    var position = 0
    let value = (repeat try parse((each Value).self, at: &position, &reader))
    skip(constantsAt: position, &reader)
    return value
  }

  func print(
    _ value: (repeat each Value),
    into request: inout URLRequestData
  ) throws(RoutingError) -> Bool {
    var position = 0
    var isPrinted = true
    repeat try print(each value, at: &position, into: &request, isPrinted: &isPrinted)
    print(constantsAt: position, into: &request)
    return isPrinted
  }

  private func parse<SlotValue>(
    _ type: SlotValue.Type,
    at position: inout Int,
    _ reader: inout RequestReader
  ) throws(RoutingError) -> SlotValue {
    skip(constantsAt: position, &reader)
    defer { position += 1 }
    return try slots[position].node(of: type).parse(&reader)
  }

  /// That methods and literals fit was found when the leaf was looked up.
  private func skip(constantsAt position: Int, _ reader: inout RequestReader) {
    for constant in constants where constant.position == position {
      if case .literal = constant.element { _ = reader.nextPathComponent() }
    }
  }

  private func print<SlotValue>(
    _ value: SlotValue,
    at position: inout Int,
    into request: inout URLRequestData,
    isPrinted: inout Bool
  ) throws(RoutingError) {
    guard isPrinted else { return }
    print(constantsAt: position, into: &request)
    isPrinted = try slots[position].node(of: SlotValue.self).print(value, into: &request)
    position += 1
  }

  private func print(constantsAt position: Int, into request: inout URLRequestData) {
    for constant in constants where constant.position == position {
      switch constant.element {
      case .method(let method): request.method = method
      case .literal(let text): request.path.append(text)
      case .parameter, .query, .header, .body: break
      }
    }
  }

  private func append(constantsAt position: Int, to shapes: inout [RouteShape]) {
    for constant in constants where constant.position == position {
      for index in shapes.indices { shapes[index].elements.append(constant.element) }
    }
  }
}
