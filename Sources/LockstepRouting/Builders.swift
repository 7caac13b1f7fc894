// SPDX-License-Identifier: MIT

/// A result builder that collects the parts of a ``Route``.
@resultBuilder
public enum RouteBuilder {
  /// Adds a method.
  public static func buildExpression(_ method: Method) -> Parts<> {
    parts([.method(method)])
  }

  /// Adds literals and path parameters.
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

  /// Adds a body with the fields of a form.
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

  /// Adds a part whose value is `Void`, which adds no element to the tuple.
  public static func buildExpression<Component: RouteComponent>(
    _ component: Component
  ) -> Parts<> where Component.Value == Void { partsWithoutValue(component.route) }

  /// Returns no parts, for a route with an empty path.
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

/// A result builder that collects the components of a ``Path``.
@resultBuilder
public enum PathBuilder {
  /// Adds one or more literal components, separated by slashes.
  public static func buildExpression(_ literal: String) -> Parts<> {
    parts(literal.split(at: "/").filter { !$0.isEmpty }.map { .literal($0) })
  }

  /// Adds a component with a value.
  public static func buildExpression<Value>(_ parameter: Parameter<Value>) -> Parts<Value> {
    parts(parameter.route)
  }

  /// Adds a component whose value is `Void`, which adds no element to the tuple.
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

/// A result builder that collects the fields of a ``Query``, ``Headers``, ``Cookies`` or ``Form``.
///
/// The group determines where its fields are. Fields outside a group are query items.
@resultBuilder
public enum FieldsBuilder {
  /// Adds a field.
  public static func buildExpression<Value>(_ field: Field<Value>) -> Parts<Value> {
    parts(Route<Value>(PlacedField(field.codec)))
  }

  /// Adds a field whose value is `Void`, such as a fixed text, which adds no element to the tuple.
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

/// A result builder that collects the alternatives of a ``OneOf`` or a ``Router``, including those of conditions and
/// loops.
@resultBuilder
public enum OneOfBuilder {
  /// Adds an alternative, such as a route or a `OneOf`.
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
