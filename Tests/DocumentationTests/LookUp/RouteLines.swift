// SPDX-License-Identifier: MIT

// Page: Sources/LockstepRouting/LockstepRouting.docc/Articles/RoutesByTask.md

import Dispatch
import Foundation
import Lockstep
import LockstepRouting
import LockstepTesting
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The code of the page about routes and clients, which `Scripts/check-lookup` writes from it.
@Suite struct RouteLines {
  struct Book: Codable, Equatable, Sendable {
    var id: Int
    var title: String
  }

  enum Language: String, Sendable {
    case en
    case de
  }

  enum Level: Int, Sendable {
    case easy = 1
    case hard = 2
  }

  typealias BookID = Tagged<Book, Int>

  enum Site: Equatable, Sendable {
    case home
    case book(Int)
    case newBook(Book)
  }

  private static let book = Route(.case(Site.book)) {
    Path {
      "books"
      Parameter("id", .int)
    }
  }

  private static let newBook = Route(.case(Site.newBook)) {
    Method.post
    Path { "books" }
    Body(.json(Book.self))
  }

  private let router = Router<Site> {
    Route(.case(Site.home))
    book
    newBook
  }

  // ## Describe routes

  @Test func `routes are described`() throws {
    // Router.init(routes:), Router
    let home = Router<Site> { Route(.case(Site.home)) }
    // Route.init(_:), Route
    let empty: Route<Site> = Route(.case(Site.home))
    // Route.init(_:parts:)
    let book = Route(.case(Site.book)) { Path { Parameter("id", .int) } }
    // Route.init(parts:)
    let group = Route { Path { Parameter("id", .int) } }
    // RouteComponent.map(_:)
    let mapped = group.map(.case(Site.book))
    // RouteComponent.named(_:)
    let named = book.named("book")
    // OneOf.init(routes:), OneOf
    let alternatives = OneOf { named }
    // RouteComponent.route
    let route = alternatives.route
    #expect(try home.match(string: "/") == .home)
    for route in [book, mapped, named, route] {
      #expect(try Router { route }.match(string: "/7") == .book(7))
    }
    let list = { routes(hasBooks: true) }
    let pair = try Router { twice(Parameter("id", .int)) }.match(string: "/7/8")
    #expect(try Router<Site> { empty }.match(string: "/") == .home)
    #expect(try Router<Site>(routes: list).match(string: "/books/7") == .book(7))
    #expect(pair == (7, 8))
  }

  // OneOfBuilder
  @OneOfBuilder func routes(hasBooks: Bool) -> [Route<Site>] {
    Route(.case(Site.home))
    if hasBooks { Self.book }
  }

  // RouteComponent, RouteComponent.Value
  func twice<Part: RouteComponent>(_ part: Part) -> Route<(Part.Value, Part.Value)> {
    Route {
      part
      part
    }
  }

  // ## Describe the parts of a route

  @Test func `parts of a route are described`() throws {
    func read<Part: RouteComponent>(_ part: Part, _ request: URLRequestData) throws -> Part.Value
    where Part.Value: Sendable {
      try Router { part.route }.match(request)
    }
    // Path.init(components:), Path
    let path = Path { "books" }
    // Query.init(fields:), Query
    let query = Query { Field("q", .string) }
    // Headers.init(fields:), Headers
    let headers = Headers { Field("X-Token", .string) }
    // Cookies.init(fields:), Cookies
    let cookies = Cookies { Field("session", .string) }
    // Form.init(fields:), Form
    let form = Form { Field("name", .string) }
    // Body.init(_:contentType:), Body
    let body = Body(.json(Book.self))
    // Host.init(_:), Host
    let host = Host("www.example.com")
    // Scheme.init(_:), Scheme
    let scheme = Scheme("https")
    let token = URLRequestData.Item("X-Token", "abc")
    let cookie = URLRequestData.Item("Cookie", "session=s")
    let formType = URLRequestData.Item("Content-Type", "application/x-www-form-urlencoded")
    #expect(
      try read(Route { query }, URLRequestData(target: "/?q=a")) == "a"
    )
    #expect(try read(Route { headers }, URLRequestData(headers: [token])) == "abc")
    #expect(try read(Route { cookies }, URLRequestData(headers: [cookie])) == "s")
    let fields = URLRequestData(method: .get, headers: [formType], body: Data("name=n".utf8))
    #expect(try read(Route { form }, fields) == "n")
    let json = Data(#"{"id":1,"title":"Emma"}"#.utf8)
    let book = try read(
      Route {
        path
        body
      },
      URLRequestData(path: ["books"], body: json)
    )
    #expect(book.title == "Emma")
    let address = try URLRequestData(target: "https://www.example.com/")
    try read(
      Route {
        scheme
        host
      },
      address
    )
  }

  // FieldsBuilder, Parts
  @FieldsBuilder func paging() -> Parts<Int, Int> {
    Field("page", .int)
    Field("size", .int)
  }

  // PathBuilder
  @PathBuilder func components() -> Parts<Int> {
    "books"
    Parameter("id", .int)
  }

  // RouteBuilder
  @RouteBuilder func parts() -> Parts<Int> {
    Method.delete
    Path { Parameter("id", .int) }
  }

  @Test func `parts are made by functions`() throws {
    let page = Router { Route { Query(fields: paging) } }
    #expect(try page.match(string: "/?page=1&size=2") == (1, 2))
    let book = Router { Route { Path(components: components) } }
    #expect(try book.match(string: "/books/7") == 7)
    let deletion = Router { Route(parts: { parts() }) }
    #expect(try deletion.match(URLRequestData(method: .delete, path: ["7"])) == 7)
  }

  // ## Require a method

  @Test func `methods are required`() throws {
    let methods: [Method] = [
      // Method.get, Method
      Method.get,
      // Method.head
      .head,
      // Method.post
      .post,
      // Method.put
      .put,
      // Method.patch
      .patch,
      // Method.delete
      .delete,
      // Method.options
      .options,
    ]
    for method in methods {
      let router = Router { Route { method } }
      try router.match(URLRequestData(method: method))
    }
  }

  // ## Read fields of a query, a header or a form

  @Test func `fields are read`() throws {
    // Field.init(_:aliases:_:), Field
    let required: Field<Int> = Field("page", .int)
    // Field.init(_:aliases:_:default:printsDefault:)
    let defaulting = Field("page", .int, default: 1)
    // Field.init(_:aliases:optional:)
    let optional = Field("page", optional: .int)
    // Field.init(_:aliases:many:)
    let many = Field("page", many: .int)
    // Field.init(_:aliases:list:)
    let list = Field("page", list: .int)
    #expect(try Router { Route { Query { required } } }.match(string: "/?page=2") == 2)
    #expect(try Router { Route { Query { defaulting } } }.match(string: "/") == 1)
    #expect(try Router { Route { Query { optional } } }.match(string: "/") == nil)
    #expect(try Router { Route { Query { many } } }.match(string: "/?page=1&page=2") == [1, 2])
    #expect(try Router { Route { Query { list } } }.match(string: "/?page=1,2") == [1, 2])
  }

  // ## Convert values

  private func read<Value: Sendable>(_ parameter: Parameter<Value>, _ text: String) throws -> Value
  {
    try Router { Route { Path { parameter } } }.match(string: "/\(text)")
  }

  @Test func `texts are converted`() throws {
    // Conversion.string, Parameter.init(_:_:)
    let string = Parameter("name", .string)
    // Conversion.int, Parameter.init(_:), Parameter
    let int: Parameter<Int> = Parameter(.int)
    // Conversion.double
    let double = Parameter("price", .double)
    // Conversion.bool
    let bool = Parameter("isNew", .bool)
    // Conversion.uuid
    let uuid = Parameter("id", .uuid)
    // Conversion.base64
    let bytes = Parameter("key", .base64)
    // Conversion.quotedString
    let quoted = Parameter("title", .quotedString)
    // Conversion.rawRepresentable(as:)
    let language = Parameter("language", .rawRepresentable(as: Language.self))
    // Conversion.rawRepresentable(_:as:)
    let level = Parameter("level", .rawRepresentable(.int, as: Level.self))
    // Conversion.tagged(_:as:)
    let id = Parameter("id", .tagged(.int, as: BookID.self))
    // Conversion.literal(_:)
    let latest = Parameter("version", .literal("latest"))
    #expect(try read(string, "a") == "a")
    #expect(try read(int, "7") == 7)
    #expect(try read(double, "1.5") == 1.5)
    #expect(try read(bool, "true"))
    #expect(try read(uuid, UUID(1).uuidString) == UUID(1))
    #expect(try read(bytes, "YQ==") == Data("a".utf8))
    #expect(try read(quoted, "a") == "a")
    #expect(try read(language, "de") == .de)
    #expect(try read(level, "2") == .hard)
    #expect(try read(id, "7") == BookID(7))
    try Router { Route { Path { latest } } }.match(string: "/latest")
  }

  @Test func `values are converted`() throws {
    let even = Conversion<Int, Int>(
      expected: "an even number",
      apply: { try $0 % 2 == 0 ? $0 : { throw RoutingError.badRequest("odd") }() },
      unapply: { $0 }
    )
    // Conversion.init(expected:apply:unapply:)
    let negated = Conversion<Int, Int>(apply: { -$0 }, unapply: { -$0 })
    // Conversion
    let int: Conversion<String, Int> = .int
    // Conversion.map(_:)
    let evenInt = int.map(even)
    // Conversion.inverted(_:)
    let back: Conversion<Int, Int> = .inverted(negated)
    let bodies: [Conversion<Data, Book>] = [
      // Conversion.json(_:decoder:encoder:)
      .json(Book.self)
    ]
    // Conversion.data
    let raw = Body(.data)
    let fields = Query {
      Field("id", .int)
      Field("title", .string)
    }
    // Conversion.memberwise(_:_:)
    let book = Route(.memberwise(Book.init, { ($0.id, $0.title) })) { fields }
    let routes: [Route<Site>] = [
      // Conversion.case(_:)#value
      Route(.case(Site.home)),
      // Conversion.case(_:)#embed
      Route(.case(Site.book)) { Path { Parameter("id", .int) } },
      // Conversion.case(_:)#path
      Route(.case(/Site.book)) { Path { Parameter("id", .int) } },
    ]
    #expect(try read(Parameter(evenInt.map(back)), "4") == -4)
    #expect(throws: RoutingError.self) { try read(Parameter(evenInt), "3") }
    let json = URLRequestData(body: Data(#"{"id":1,"title":"Emma"}"#.utf8))
    #expect(try Router { Route { Body(bodies[0]) } }.match(json).id == 1)
    #expect(try Router { Route { raw } }.match(json) == json.body)
    #expect(try Router { book }.match(string: "/?id=1&title=Emma").title == "Emma")
    #expect(try Router<Site> { routes[0] }.match(string: "/") == .home)
    #expect(
      try Router<Site> { routes[1] }.match(string: "/7") == Router { routes[2] }.match(string: "/7")
    )
  }

  // ## Read requests

  @Test func `requests are read`() throws {
    let url = try #require(URL(string: "https://example.com/books/7"))
    // Router.match(string:)
    let book = try router.match(string: "/books/7")
    #expect(book == .book(7))
    // Router.match(url:)
    #expect(try router.match(url: url) == .book(7))
    // Router.match(request:)
    #expect(try router.match(request: URLRequest(url: url)) == .book(7))
    // URLRequestData.init(target:method:headers:body:)
    let data = try URLRequestData(target: "/books/7")
    // Router.match(_:)
    #expect(try router.match(data) == .book(7))
    // Router.lenient(_:)
    #expect(try router.lenient().match(string: "//books///7/") == .book(7))
  }

  @Test func `a request is taken apart`() throws {
    let url = try #require(URL(string: "https://example.com/books?q=a"))
    // URLRequestData.init(_:)
    let taken = try URLRequestData(URLRequest(url: url))
    // URLRequestData.init(scheme:host:method:path:query:headers:body:), URLRequestData
    var data = URLRequestData(method: .post, path: ["books"])
    // URLRequestData.Item.init(_:_:), URLRequestData.Item
    let item = URLRequestData.Item("q", "a")
    // URLRequestData.query
    data.query = [item]
    // URLRequestData.headers
    data.headers = [URLRequestData.Item("Accept", "application/json")]
    // URLRequestData.body
    data.body = Data()
    // URLRequestData.method
    data.method = .get
    // URLRequestData.scheme
    #expect(taken.scheme == "https")
    // URLRequestData.host
    #expect(taken.host == "example.com")
    // URLRequestData.path
    #expect(taken.path == data.path)
    // URLRequestData.Item.name
    #expect(item.name == "q")
    // URLRequestData.Item.value
    #expect(item.value == "a")
    #expect(taken.query == data.query)
  }

  // ## Print routes

  @Test func `routes are printed`() throws {
    // Router.path(for:)
    let link = try router.path(for: .book(7))
    // Router.url(for:)
    let url = try router.url(for: .book(7))
    // Router.request(for:)
    let request = try router.request(for: .newBook(Book(id: 1, title: "Emma")))
    // Router.print(_:)
    let data = try router.print(.book(7))
    // Router.baseURL(_:)
    let based = router.baseURL("https://example.com/v1")
    // Router.baseRequestData(_:)
    let signed = router.baseRequestData(URLRequestData(headers: [.init("X-Token", "abc")]))
    #expect(link == "/books/7")
    #expect(url.relativeString == "books/7")
    #expect(request.httpMethod == "POST")
    #expect(data.path == ["books", "7"])
    #expect(try based.url(for: .home).absoluteString.hasPrefix("https://example.com/v1"))
    #expect(try signed.request(for: .home).value(forHTTPHeaderField: "X-Token") == "abc")
  }

  // ## Examine a router

  @Test func `a router lists its routes`() throws {
    // Router.routes
    let routes = router.routes
    // RouteInfo
    let info: RouteInfo = try #require(routes.last)
    // RouteInfo.name
    #expect(info.name == "newBook")
    // RouteInfo.method
    #expect(info.method == .post)
    // RouteInfo.template
    #expect(info.template == "/books")
    // RouteInfo.scheme
    #expect(info.scheme == nil)
    // RouteInfo.host
    #expect(info.host == nil)
    // RouteInfo.body, RouteInfo.Body
    let body: RouteInfo.Body = try #require(info.body)
    // RouteInfo.Body.type
    #expect(body.type == "Book")
    // RouteInfo.Body.contentType
    #expect(body.contentType == "application/json")
    // RouteInfo.fields, RouteInfo.Field
    let field: RouteInfo.Field = try #require(routes[1].fields.first)
    // RouteInfo.Field.name
    #expect(field.name == "id")
    // RouteInfo.Field.type
    #expect(field.type == "Int")
    // RouteInfo.Field.expected
    #expect(field.expected == "an integer")
    // RouteInfo.Field.isRequired
    #expect(field.isRequired)
    // RouteInfo.Field.hasMany
    #expect(field.hasMany == false)
    // RouteInfo.Field.aliases
    #expect(field.aliases == [])
    // RouteInfo.Field.place, FieldPlace
    let place: FieldPlace? = field.place
    #expect(place == nil)
    let places = [
      // FieldPlace.query
      FieldPlace.query,
      // FieldPlace.header
      .header,
      // FieldPlace.cookie
      .cookie,
      // FieldPlace.form
      .form,
    ]
    #expect(Set(places).count == 4)
  }

  @Test func `a router finds conflicts`() throws {
    let router = Router<Site> {
      Self.book
      Self.book
    }
    // Router.validate
    let conflicts = router.validate()
    // RouteConflict
    let conflict: RouteConflict = try #require(conflicts.first)
    // RouteConflict.route
    #expect(conflict.route.name == "book")
    // RouteConflict.earlier
    #expect(conflict.earlier?.name == "book")
    // RouteConflict.part
    #expect(conflict.part == nil)
    // RouteConflict.kind, RouteConflict.Kind.unreachable
    #expect(conflict.kind == .unreachable)
    // RouteConflict.Kind
    typealias Kind = RouteConflict.Kind
    let others = [
      // RouteConflict.Kind.overlapping
      Kind.overlapping,
      // RouteConflict.Kind.contradictory
      Kind.contradictory,
      // RouteConflict.Kind.unreadable
      Kind.unreadable,
    ]
    #expect(others.contains(conflict.kind) == false)
  }

  @Test func `a router is documented`() throws {
    // OpenAPIInfo.init(title:version:summary:)
    var info = OpenAPIInfo(title: "Books", version: "1.0.0")
    // OpenAPIInfo.summary
    info.summary = "The books of a shop."
    // Router.openAPI(info:)
    let document = try router.openAPI(info: info)
    // OpenAPIInfo.title
    #expect(info.title == "Books")
    // OpenAPIInfo.version
    #expect(info.version == "1.0.0")
    #expect(String(decoding: document, as: UTF8.self).contains("The books of a shop."))
  }

  // ## Handle errors of routes

  @Test func `errors of routes are handled`() throws {
    // RoutingError
    let thrown = #expect(throws: RoutingError.self) { try router.match(string: "/books/x") }
    var error = try #require(thrown)
    // RoutingError.kind, RoutingError.Kind.notFound
    #expect(error.kind == .notFound)
    // RoutingError.statusCode
    #expect(error.statusCode == 404)
    // RoutingError.part, RoutingError.Part.path(_:)
    #expect(error.part == .path(1))
    // RoutingError.expected
    #expect(error.expected == "an integer")
    // RoutingError.found
    #expect(error.found == "x")
    // RoutingError.route
    #expect(error.route == "book")
    // RoutingError.reason
    error.reason = "The shop has no such book."
    let errors: [RoutingError] = [
      // RoutingError.badRequest(_:part:)
      .badRequest("The page is missing.", part: .query("page")),
      // RoutingError.unauthorized(_:part:)
      .unauthorized("The signature is wrong.", part: .header("X-Signature")),
      // RoutingError.unprintable(_:part:)
      .unprintable("The page is negative.", part: .query("page")),
      // RoutingError.init(_:part:expected:found:reason:)
      RoutingError(.badRequest, part: .body, expected: "a book"),
    ]
    // RoutingError.Kind
    typealias Kind = RoutingError.Kind
    let kinds = [
      // RoutingError.Kind.badRequest
      Kind.badRequest,
      // RoutingError.Kind.methodNotAllowed(allowed:)
      Kind.methodNotAllowed(allowed: [.get]),
      // RoutingError.Kind.unsupportedMediaType(accepted:)
      Kind.unsupportedMediaType(accepted: ["application/json"]),
      // RoutingError.Kind.unauthorized
      Kind.unauthorized,
      // RoutingError.Kind.unprintable
      Kind.unprintable,
    ]
    #expect(kinds.map { RoutingError($0).statusCode } == [400, 405, 415, 401, 500])
    // RoutingError.Part
    typealias Part = RoutingError.Part
    let parts = [
      // RoutingError.Part.body
      Part.body,
      // RoutingError.Part.query(_:)
      Part.query("page"),
      // RoutingError.Part.header(_:)
      Part.header("X-Signature"),
      // RoutingError.Part.cookie(_:)
      Part.cookie("session"),
      // RoutingError.Part.form(_:)
      Part.form("name"),
    ]
    #expect(errors.map(\.part) == [parts[1], parts[2], parts[1], parts[0]])
  }

  // ## Make a client

  @Test func `a client is made`() async throws {
    let stub = URLSessionStub()
    let books = router.baseURL("https://example.com")
    let client = URLRoutingClient<Site>.failing
    // URLRoutingClient.live(router:session:options:), URLRoutingClient
    let live = URLRoutingClient.live(router: books, session: stub.session)
    let answer = try #require(
      try Result.response(status: 204).get().1 as? HTTPURLResponse
    )
    let server: @Sendable (URLRequest) async -> (Data, HTTPURLResponse) = { _ in (Data(), answer) }
    // URLRoutingClient.init(middleware:router:options:)
    let local = URLRoutingClient(middleware: server, router: books)
    // URLRoutingClient.init(request:)
    let custom = URLRoutingClient<Site> { route in try await local.data(for: route) }
    // URLRoutingClient.noop
    let silent = URLRoutingClient<Site>.noop
    stub.register(.response(status: 204), for: try books.url(for: .home))
    try await live.request(.home)
    try await custom.request(.home)
    let waiting = Task { try await silent.request(.home) }
    waiting.cancel()
    await #expect(throws: (any Error).self) { try await waiting.value }
    let issues = await withReportedIssues { _ = try? await client.request(.home) }
    #expect(issues.count == 1)
  }

  @Test func `a client has options`() {
    let queue = DispatchQueue.test
    let scheduler = queue.eraseToAnyScheduler()
    // RequestOptions.init(headers:timeout:retry:retryConditions:scheduler:)
    var options = RequestOptions(timeout: 10, retry: .exponential(attempts: 3, from: 0.5))
    // RequestOptions.headers
    options.headers = { ["Authorization": "Bearer abc"] }
    // RequestOptions.timeout
    options.timeout = .seconds(10)
    // RequestOptions.retry
    options.retry = .never
    // RequestOptions.scheduler
    options.scheduler = scheduler
    // RetryConditions.init
    var conditions = RetryConditions()
    // RetryConditions.methods
    conditions.methods = [.get]
    // RetryConditions.statuses
    conditions.statuses = [503]
    // RetryConditions.errors
    conditions.errors = [.timedOut]
    // RequestOptions.retryConditions
    options.retryConditions = conditions
    #expect(options.timeout == 10)
    #expect(options.retryConditions.statuses == [503])
  }

  // ## Request a route

  @Test func `routes are requested`() async throws {
    let emma = Book(id: 7, title: "Emma")
    let client = URLRoutingClient<Site>.failing.override(.book(7)) { try .ok(emma) }
    // URLRoutingClient.request(_:as:decoder:)
    let book = try await client.request(.book(7), as: Book.self).value
    // URLRoutingClient.request(_:)
    let response = try await client.request(.book(7))
    // URLRoutingClient.data(for:)
    let data = try await client.data(for: .book(7)).data
    // URLRoutingClient.effect(for:as:decoder:name:)
    let effect = client.effect(for: .book(7), as: Book.self)
    // URLRoutingClient.dataEffect(for:name:)
    let bytes = client.dataEffect(for: .book(7))
    #expect(book == emma)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(try JSONDecoder().decode(Book.self, from: data) == emma)
    #expect(try await effect.value() == emma)
    #expect(try await bytes.value()?.data == data)
    // NoContent.init()
    let nothing = NoContent()
    let deleted = client.override(.home) { try .response(status: 204) }
    #expect(try await deleted.request(.home, as: NoContent.self).value == nothing)
  }

  @Test func `errors of a client are handled`() async throws {
    let body = Data(#"{"id":1,"title":"Emma"}"#.utf8)
    let client = URLRoutingClient<Site>.failing
      .override(.home) { try .response(status: 404, body: body) }
    // URLRoutingClientError
    let thrown = await #expect(throws: URLRoutingClientError.self) {
      try await client.request(.home)
    }
    let error = try #require(thrown)
    // URLRoutingClientError.status
    #expect(error.status == 404)
    // URLRoutingClientError.body
    #expect(error.body == body)
    // URLRoutingClientError.decodeBody(as:decoder:)
    #expect(error.decodeBody(as: Book.self)?.id == 1)
    // URLRoutingClientError.codingPath
    #expect(error.codingPath == nil)
    var cause = ""
    // URLRoutingClientError.cause
    switch error.cause {
    case .status(let status): cause = "status \(status)"
    default: break
    }
    #expect(cause == "status 404")
    // URLRoutingClientError.Cause
    typealias Cause = URLRoutingClientError.Cause
    let causes = [
      // URLRoutingClientError.Cause.status(_:)
      Cause.status(404),
      // URLRoutingClientError.Cause.decoding(type:_:)
      Cause.decoding(type: "Book", CancellationError()),
      // URLRoutingClientError.Cause.transport(_:)
      Cause.transport(URLError(.timedOut)),
      // URLRoutingClientError.Cause.unprintable(_:)
      Cause.unprintable(RoutingError(.unprintable)),
      // URLRoutingClientError.Cause.unimplemented(_:)
      Cause.unimplemented("home"),
    ]
    #expect(causes.count == 5)
  }

  // ## Answer routes in a test

  @Test func `routes are answered in a test`() async throws {
    let emma = Book(id: 7, title: "Emma")
    let client = URLRoutingClient<Site>.failing
    let isBook: @Sendable (Site) -> Bool = { $0 != .home }
    let clients = [
      // URLRoutingClient.override(_:with:)#route:Route
      client.override(.book(7)) { try .ok(emma) },
      // URLRoutingClient.override(_:with:)#CasePath
      client.override(/Site.book) { id in try .ok(Book(id: id, title: "Emma")) },
      // URLRoutingClient.override(_:method:router:with:)
      client.override(/Site.book, method: .get, router: router) { id in try .ok(emma) },
      // URLRoutingClient.override(where:with:)
      client.override(where: isBook) { try .ok(emma) },
      // URLRoutingClient.override(_:withSequence:repeatsLast:)#Response],
      client.override(.book(7), withSequence: [try .ok(emma)]),
      // URLRoutingClient.override(_:withSequence:repeatsLast:)#Payload)async
      client.override(/Site.book, withSequence: [{ id in try .ok(emma) }]),
      // URLRoutingClient.override(where:withSequence:repeatsLast:)
      client.override(where: isBook, withSequence: [try .ok(emma)]),
    ]
    for client in clients {
      #expect(try await client.request(.book(7), as: Book.self).value == emma)
      // URLRoutingClient.reportUnusedOverrides
      client.reportUnusedOverrides()
    }
    let issues = await withReportedIssues {
      // URLRoutingClient.failing
      _ = try? await URLRoutingClient<Site>.failing.request(.home)
    }
    #expect(issues.count == 1)
  }

  @Test func `answers are made`() async throws {
    let emma = Book(id: 7, title: "Emma")
    let queue = DispatchQueue.immediate
    // URLRoutingClient.Response
    typealias Response = URLRoutingClient<Site>.Response
    let responses: [Response] = [
      // Result.ok(_:encoder:)
      try .ok(emma),
      // Result.ok(_:)
      try .ok(["id": 7, "title": "Emma"] as [String: Any]),
      // Result.status(_:_:encoder:)
      try .status(404, emma),
      // Result.response(status:headers:body:)
      try .response(status: 204),
      // Result.delayed(for:scheduler:)
      try await .ok(emma).delayed(for: .seconds(1), scheduler: queue),
    ]
    let statuses = try responses.map { try ($0.get().1 as? HTTPURLResponse)?.statusCode }
    #expect(statuses == [200, 200, 404, 204, 200])
  }
}
