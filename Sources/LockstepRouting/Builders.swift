// SPDX-License-Identifier: MIT

/// Collects the parts of a ``Route``.
@resultBuilder
public enum RouteBuilder {
  /// Adds a method.
  public static func buildExpression(_ method: Method) -> Parts<> {
    parts([.method(method)])
  }

  /// Adds literals and parameters of the path.
  public static func buildExpression<each Value>(
    _ path: Path<repeat each Value>
  ) -> Parts<repeat each Value> { path.parts }

  /// Adds query items.
  public static func buildExpression<each Value>(
    _ query: Query<repeat each Value>
  ) -> Parts<repeat each Value> { query.parts }

  /// Adds header fields.
  public static func buildExpression<each Value>(
    _ headers: Headers<repeat each Value>
  ) -> Parts<repeat each Value> { headers.parts }

  /// Adds cookies.
  public static func buildExpression<each Value>(
    _ cookies: Cookies<repeat each Value>
  ) -> Parts<repeat each Value> { cookies.parts }

  /// Adds a body that is a form.
  public static func buildExpression<each Value>(
    _ form: Form<repeat each Value>
  ) -> Parts<repeat each Value> { form.parts }

  /// Adds a scheme.
  public static func buildExpression(_ scheme: Scheme) -> Parts<> {
    parts([.scheme(scheme.name)])
  }

  /// Adds a host.
  public static func buildExpression(_ host: Host) -> Parts<> {
    parts([.host(host.name)])
  }

  /// Adds a body, a nested route, alternatives or a custom part.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> Parts<Component.Value> { parts(component.route) }

  /// Adds a part without a value, such as a nested route of literals, which contributes nothing to the
  /// tuple.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> Parts<> where Component.Value == Void { partsWithoutValue(component.route) }

  /// Returns no parts: a route with an empty path.
  public static func buildBlock() -> Parts<> { parts([]) }

  /// Starts with the first part.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// Appends one more part.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the components of a ``Path``.
@resultBuilder
public enum PathBuilder {
  /// Adds a literal component, or several with slashes between them.
  public static func buildExpression(_ literal: String) -> Parts<> {
    parts(literal.split(at: "/").filter { !$0.isEmpty }.map { .literal($0) })
  }

  /// Adds a component with a value.
  public static func buildExpression<Value>(_ parameter: Parameter<Value>) -> Parts<Value> {
    parts(parameter.route)
  }

  /// Adds a component without a value, which contributes nothing to the tuple.
  public static func buildExpression(_ parameter: Parameter<Void>) -> Parts<> {
    partsWithoutValue(parameter.route)
  }

  /// Starts with the first component.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// Appends one more component.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the fields of a ``Query``, of ``Headers``, of ``Cookies`` or of a ``Form``, which says where they
/// are; fields that are used without one are query items.
@resultBuilder
public enum FieldsBuilder {
  /// Adds a field.
  public static func buildExpression<Value>(_ field: Field<Value>) -> Parts<Value> {
    parts(Route<Value>(PlacedField(field.codec)))
  }

  /// Adds a field without a value, such as one with a fixed text, which contributes nothing to the
  /// tuple.
  public static func buildExpression(_ field: Field<Void>) -> Parts<> {
    partsWithoutValue(Route(PlacedField(field.codec)))
  }

  /// Starts with the first field.
  public static func buildPartialBlock<each Value>(
    first: Parts<repeat each Value>
  ) -> Parts<repeat each Value> { first }

  /// Appends one more field.
  public static func buildPartialBlock<each Value, each Next>(
    accumulated: Parts<repeat each Value>,
    next: Parts<repeat each Next>
  ) -> Parts<repeat each Value, repeat each Next> { accumulated.followed(by: next) }
}

/// Collects the alternatives of a ``OneOf`` or a ``Router``, which may come from conditions and
/// loops.
@resultBuilder
public enum OneOfBuilder {
  /// Adds an alternative: a route, or several that were made elsewhere.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> [Route<Component.Value>] { [component.route] }

  /// Joins alternatives in order.
  public static func buildBlock<Value>(_ routes: [Route<Value>]...) -> [Route<Value>] {
    Array(routes.joined())
  }

  /// Joins the alternatives of a loop.
  public static func buildArray<Value>(_ routes: [[Route<Value>]]) -> [Route<Value>] {
    Array(routes.joined())
  }

  /// Returns the alternatives of an `if` without an `else`.
  public static func buildOptional<Value>(_ routes: [Route<Value>]?) -> [Route<Value>] {
    routes ?? []
  }

  /// Returns the alternatives of an `if`.
  public static func buildEither<Value>(first routes: [Route<Value>]) -> [Route<Value>] { routes }

  /// Returns the alternatives of an `else`.
  public static func buildEither<Value>(second routes: [Route<Value>]) -> [Route<Value>] { routes }
}
