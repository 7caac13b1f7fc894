// SPDX-License-Identifier: MIT

/// Query items, which may appear in any order and among others.
///
/// ```swift
/// Query {
///   Field("language", .rawRepresentable(as: Language.self))
///   Field("page", .int, default: 1)
///   Field("before", optional: .uuid)
///   Field("tag", many: .string)
/// }
/// ```
///
/// The router reads query items like a web form: a plus is a space, and `a` equals `a=`. It prints them in declaration
/// order.
public struct Query<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of query items.
  ///
  /// - Parameter fields: The fields of the query.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .query)
  }
}

/// Header fields, which may appear in any order and among others.
///
/// ```swift
/// Headers {
///   Field("X-Debug", .bool, default: false)
///   Field("Accept-Language", list: .string)
/// }
/// ```
///
/// The router ignores the case of the names in a request, and prints the names unchanged. Commas separate elements only
/// in lists, and only outside quotation marks.
public struct Headers<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of header fields.
  ///
  /// - Parameter fields: The fields of the header.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .header)
  }
}

/// Cookies, which may appear in any order and among others.
///
/// ```swift
/// Cookies {
///   Field("session", .uuid)
///   Field("theme", optional: .string)
/// }
/// ```
///
/// The names are case-sensitive. The router cannot print a value that contains spaces, commas, semicolons, backslashes,
/// or non-ASCII characters. Quotation marks around a value are part of the value.
///
/// Source: RFC 6265, sections 4.1.1 and 4.2.1.
public struct Cookies<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of cookies.
  ///
  /// - Parameter fields: The cookies.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .cookie)
  }
}

/// A body of the type `application/x-www-form-urlencoded`.
///
/// ```swift
/// Route(.case(SiteRoute.logIn(name:password:))) {
///   Method.post
///   Path { "log-in" }
///   Form {
///     Field("name", .string)
///     Field("password", .string)
///   }
/// }
/// ```
///
/// A request without a body, or with a body of another type, is an error.
///
/// Source: the WHATWG URL standard, section 5.
public struct Form<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a form from its fields.
  ///
  /// - Parameter fields: The fields of the form.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .form)
      .preceded(by: [RouteElement(.body(FormBody.description))])
  }
}
