// SPDX-License-Identifier: MIT

/// Collects the parts of a ``Route``.
@resultBuilder
public enum RouteBuilder {
  /// A method.
  public static func buildExpression(_ method: Method) -> Parts<> {
    parts([.method(method)])
  }

  /// Literals and parameters of the path.
  public static func buildExpression<each Value>(
    _ path: Path<repeat each Value>
  ) -> Parts<repeat each Value> { path.parts }

  /// Query items.
  public static func buildExpression<each Value>(
    _ query: Query<repeat each Value>
  ) -> Parts<repeat each Value> { query.parts }

  /// Header fields.
  public static func buildExpression<each Value>(
    _ headers: Headers<repeat each Value>
  ) -> Parts<repeat each Value> { headers.parts }

  /// Cookies.
  public static func buildExpression<each Value>(
    _ cookies: Cookies<repeat each Value>
  ) -> Parts<repeat each Value> { cookies.parts }

  /// A body that is a form.
  public static func buildExpression<each Value>(
    _ form: Form<repeat each Value>
  ) -> Parts<repeat each Value> { form.parts }

  /// A scheme.
  public static func buildExpression(_ scheme: Scheme) -> Parts<> {
    parts([.scheme(scheme.name)])
  }

  /// A host.
  public static func buildExpression(_ host: Host) -> Parts<> {
    parts([.host(host.name)])
  }

  /// A body, a nested route, alternatives or a part of the user's own.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> Parts<Component.Value> { parts(component) }

  /// A part without a value, such as a nested route of literals: it adds nothing to the tuple.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> Parts<> where Component.Value == Void { partsWithoutValue(component.part) }

  /// No parts: a route with an empty path.
  public static func buildBlock() -> Parts<> { parts([]) }

  /// The first part.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// One more part.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the components of a ``Path``.
@resultBuilder
public enum PathBuilder {
  /// A literal component, or several with slashes between them.
  public static func buildExpression(_ literal: String) -> Parts<> {
    parts(literal.split(at: "/").filter { !$0.isEmpty }.map { .literal($0) })
  }

  /// A component with a value.
  public static func buildExpression<Value>(_ parameter: Parameter<Value>) -> Parts<Value> {
    parts(parameter)
  }

  /// A component without a value: it adds nothing to the tuple.
  public static func buildExpression(_ parameter: Parameter<Void>) -> Parts<> {
    partsWithoutValue(parameter.part)
  }

  /// The first component.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// One more component.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the fields of a ``Query``, of ``Headers``, of ``Cookies`` or of a ``Form``.
@resultBuilder
public enum FieldsBuilder<Place: FieldPlace> {
  /// A field.
  public static func buildExpression<Value>(_ field: Field<Value>) -> Parts<Value> {
    parts(RoutePart<Value>(PlacedField(field.codec, in: Place.kind)))
  }

  /// A field without a value, such as one with a fixed text: it adds nothing to the tuple.
  public static func buildExpression(_ field: Field<Void>) -> Parts<> {
    partsWithoutValue(RoutePart(PlacedField(field.codec, in: Place.kind)))
  }

  /// The first field.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// One more field.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the alternatives of a ``OneOf`` or a ``Router``, which may come from conditions and
/// loops.
@resultBuilder
public enum OneOfBuilder {
  /// One alternative.
  public static func buildExpression<Value>(_ route: Route<Value>) -> [Route<Value>] { [route] }

  /// Alternatives that were made elsewhere: a router, or a part of the user's own.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> [Route<Component.Value>] { [Route { component }] }

  /// Alternatives in order.
  public static func buildBlock<Value>(_ routes: [Route<Value>]...) -> [Route<Value>] {
    Array(routes.joined())
  }

  /// The alternatives of a loop.
  public static func buildArray<Value>(_ routes: [[Route<Value>]]) -> [Route<Value>] {
    Array(routes.joined())
  }

  /// The alternatives of an `if` without an `else`.
  public static func buildOptional<Value>(_ routes: [Route<Value>]?) -> [Route<Value>] {
    routes ?? []
  }

  /// The alternatives of an `if`.
  public static func buildEither<Value>(first routes: [Route<Value>]) -> [Route<Value>] { routes }

  /// The alternatives of an `else`.
  public static func buildEither<Value>(second routes: [Route<Value>]) -> [Route<Value>] { routes }
}
