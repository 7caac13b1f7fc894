// SPDX-License-Identifier: MIT

/// Query items, which may appear among others and in any order.
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
/// They are read like web forms, where a plus is a space and `a` is the same as `a=`, and are printed
/// in declaration order.
public struct Query<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of query items.
  ///
  /// - Parameter fields: The fields that are read and printed.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .query)
  }
}

/// Header fields, which may appear among others and in any order.
///
/// ```swift
/// Headers {
///   Field("X-Debug", .bool, default: false)
///   Field("Accept-Language", list: .string)
/// }
/// ```
///
/// The case of their names is ignored when they are read, and kept when they are printed. Commas have a
/// meaning only in lists, and there only outside of quotation marks.
public struct Headers<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of header fields.
  ///
  /// - Parameter fields: The fields that are read and printed.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .header)
  }
}

/// Cookies, which may appear among others and in any order.
///
/// ```swift
/// Cookies {
///   Field("session", .uuid)
///   Field("theme", optional: .string)
/// }
/// ```
///
/// Their names are case-sensitive. A value that contains spaces, commas, semicolons, backslashes or
/// anything other than ASCII cannot be printed; quotation marks around a value are part of it.
///
/// Source: RFC 6265, sections 4.1.1 and 4.2.1.
public struct Cookies<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a group of cookies.
  ///
  /// - Parameter fields: The fields that are read and printed.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .cookie)
  }
}

/// A body of the type `application/x-www-form-urlencoded`, field by field.
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
/// A request without a body is an error, as is one that declares another type for its body.
///
/// Source: the WHATWG URL standard, section 5.
public struct Form<each Value>: Sendable {
  let parts: Parts<repeat each Value>

  /// Creates a form from its fields.
  ///
  /// - Parameter fields: The fields that are read and printed.
  public init(@FieldsBuilder fields: () -> Parts<repeat each Value>) {
    parts = fields().placed(in: .form)
      .preceded(by: [RouteElement(.body(FormBody.description))])
  }
}
