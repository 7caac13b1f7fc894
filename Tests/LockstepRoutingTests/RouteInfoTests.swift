// SPDX-License-Identifier: MIT

import Foundation
import LockstepRouting
import Testing

/// The list of a router's routes and its API document.
@Suite struct RouteInfoTests {
  @Test func `the routes are listed in order`() {
    #expect(
      siteRouter.routes.map(\.description) == [
        "home: GET /",
        "about: GET /about/us",
        "files: GET /files/{parameter1}?version",
        "users.create: POST /users",
        "users.search: GET /users/search?q&page",
        "users.user.profile: GET /users/{parameter1}",
        "users.user.delete: DELETE /users/{parameter1}",
        "users.user.books.search: GET /users/{parameter1}/books/search?sort&direction&count",
        "users.user.books.book: GET /users/{parameter1}/books/{parameter2}",
        "users.user.books.scan: PUT /users/{parameter1}/books",
        "flags: GET /flags?token&ratio",
      ]
    )
  }

  @Test func `the route list contains the types of fields and bodies`() throws {
    let flags = try #require(siteRouter.routes.last)
    #expect(
      flags.fields.map { "\($0.place?.rawValue ?? "path") \($0.name) \($0.type) \($0.isRequired)" }
        == [
          "query token Tagged<Flags, UUID> true", "header X-Debug Bool false",
          "header X-Level Tagged<((), level: ()), Int> false", "query ratio Double false",
          "header X-Key Data true",
        ]
    )
    let create = siteRouter.routes[3]
    #expect(create.body?.type == "NewUser")
    #expect(create.body?.contentType == "application/json")
    #expect(siteRouter.routes[2].fields.map(\.aliases) == [[], ["v"]])
  }

  @Test func `a route can be named`() {
    enum Page: Equatable, Sendable {
      case first(Int)
      case second(Int)
    }
    let router = Router<Page> {
      Route(.case(Page.first)) { Path { Parameter("n", .int) } }.named("pages.first")
      Route(.case(Page.second)) {
        Path {
          "x"
          Parameter("n", .int)
        }
      }
    }
    #expect(
      router.baseURL("https://example.com/v1").routes.map(\.description)
        == ["pages.first: GET /v1/{n}", "/v1/x/{n}: GET /v1/x/{n}"]
    )
  }

  @Test func `each route is one operation of the API document`() throws {
    let data = try siteRouter.baseURL("https://example.com/v1")
      .openAPI(info: OpenAPIInfo(title: "Books", version: "1"))
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(document.openapi == "3.1.0")
    let operations = document.paths.flatMap { path, methods in
      methods.map { "\($1.operationId): \($0.uppercased()) \(path)" }
    }
    let routes = siteRouter.baseURL("https://example.com/v1").routes
    #expect(
      operations.sorted() == routes.map { "\($0.name): \($0.method) \($0.template)" }.sorted()
    )
  }

  @Test func `an operation has the parameters and the body of its route`() throws {
    enum Page: Equatable, Sendable { case update(Int, [Int], SearchOptions.Sort, String, String) }
    let router = Router<Page> {
      Route(.case(Page.update)) {
        Method.put
        Path {
          "pages"
          Parameter("id", .int)
        }
        Query { Field("ids", list: .int) }
        Query { Field("sort", .rawRepresentable(as: SearchOptions.Sort.self), default: .name) }
        Cookies { Field("session", .string) }
        Form { Field("name", .string) }
      }
    }
    let text = String(
      decoding: try router.openAPI(info: OpenAPIInfo(title: "A", version: "2", summary: "B")),
      as: UTF8.self
    )
    #expect(
      text == """
        {
          "info" : {
            "summary" : "B",
            "title" : "A",
            "version" : "2"
          },
          "openapi" : "3.1.0",
          "paths" : {
            "/pages/{id}" : {
              "put" : {
                "operationId" : "update",
                "parameters" : [
                  {
                    "in" : "path",
                    "name" : "id",
                    "required" : true,
                    "schema" : {
                      "title" : "Int",
                      "type" : "integer"
                    }
                  },
                  {
                    "explode" : false,
                    "in" : "query",
                    "name" : "ids",
                    "required" : false,
                    "schema" : {
                      "items" : {
                        "title" : "Int",
                        "type" : "integer"
                      },
                      "type" : "array"
                    },
                    "style" : "form"
                  },
                  {
                    "in" : "query",
                    "name" : "sort",
                    "required" : false,
                    "schema" : {
                      "enum" : [
                        "name",
                        "category"
                      ],
                      "title" : "Sort",
                      "type" : "string"
                    }
                  },
                  {
                    "in" : "cookie",
                    "name" : "session",
                    "required" : true,
                    "schema" : {
                      "title" : "String",
                      "type" : "string"
                    }
                  }
                ],
                "requestBody" : {
                  "content" : {
                    "application/x-www-form-urlencoded" : {
                      "schema" : {
                        "properties" : {
                          "name" : {
                            "title" : "String",
                            "type" : "string"
                          }
                        },
                        "required" : [
                          "name"
                        ],
                        "type" : "object"
                      }
                    }
                  },
                  "required" : true
                },
                "responses" : {
                  "default" : {
                    "description" : "The response."
                  }
                }
              }
            }
          }
        }
        """
    )
  }

  @Test func `numeric raw values have a numeric schema`() throws {
    enum Level: Int, CaseIterable, Sendable {
      case low = 1
      case high = -2
    }
    enum Ratio: Double, CaseIterable, Sendable {
      case half = 0.5
      case whole = 1
    }
    enum Answer: String, CaseIterable, Sendable { case yes, no }
    let hexadecimal = Conversion<String, Int>(
      apply: { Int($0, radix: 16) ?? 0 },
      unapply: { String($0, radix: 16) }
    )
    enum Page: Sendable { case all(Level, Ratio, Answer, Level) }
    let router = Router<Page> {
      Route(.case(Page.all)) {
        Query {
          Field("level", .rawRepresentable(.int, as: Level.self))
          Field("ratio", .rawRepresentable(.double, as: Ratio.self))
          Field("answer", .rawRepresentable(as: Answer.self))
          Field("hexadecimal", .rawRepresentable(hexadecimal, as: Level.self))
        }
      }
    }
    let data = try router.openAPI(info: OpenAPIInfo(title: "A", version: "1"))
    let document = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
    let paths = document["paths"] as? [String: [String: [String: Any]]]
    let parameters = paths?["/"]?["get"]?["parameters"] as? [[String: Any]]
    let schemas = try #require(parameters).compactMap { $0["schema"] as? [String: Any] }
    #expect(schemas.map { $0["type"] as? String } == ["integer", "number", "string", "string"])
    #expect(schemas[0]["enum"] as? [Int] == [1, -2])
    #expect(schemas[1]["enum"] as? [Double] == [0.5, 1])
    #expect(schemas[2]["enum"] as? [String] == ["yes", "no"])
    #expect(schemas[3]["enum"] == nil)
  }

  @Test func `templates that differ only in parameter names share a path in the API document`()
    throws
  {
    let router = Router<Int> {
      Route { Path { Parameter("id", .int) } }
      Route {
        Method.delete
        Path { Parameter("name", .int) }
      }
      Route {
        Method.put
        Path { Parameter(.int) }
      }
      Route { Path { Parameter("other", .int) } }
      Route {
        Method.put
        Path { Parameter("last", .int) }
      }
    }
    let data = try router.openAPI(info: OpenAPIInfo(title: "A", version: "1"))
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(
      document.paths.mapValues { methods in
        methods.mapValues { "\($0.operationId) \($0.parameters?.map(\.name) ?? [])" }
      } == [
        "/{id}": [
          "get": #"/{id} ["id"]"#, "delete": #"/{name} ["id"]"#, "put": #"/{parameter1} ["id"]"#,
        ],
        "/{other}#2": ["get": #"/{other} ["other"]"#, "put": #"/{last} ["other"]"#],
      ]
    )
  }

  @Test func `path parameters with the same name are numbered`() throws {
    enum Page: Equatable, Sendable { case pair(Int, Int, Int) }
    let router = Router<Page> {
      Route(.case(Page.pair)) {
        Path {
          Parameter("id", .int)
          Parameter("id", .int)
          Parameter(.int)
        }
      }
    }
    #expect(router.routes.map(\.template) == ["/{id}/{id2}/{parameter3}"])
  }

  @Test func `each route has exactly one operation with its parameters and body`() throws {
    for router in [siteRouter, siteRouter.baseURL("https://example.com/v1")] {
      let data = try router.openAPI(info: OpenAPIInfo(title: "Books", version: "1"))
      let document = try JSONDecoder().decode(Document.self, from: data)
      let operations = document.paths.flatMap { path, methods in
        methods.map { method, operation in
          "\(operation.operationId): \(method.uppercased()) \(path) "
            + (operation.parameters ?? []).map { "\($0.in) \($0.name) \($0.required)" }.description
            + " \(operation.requestBody?.content.keys.sorted() ?? [])"
        }
      }
      let routes = router.routes.map { route in
        "\(route.name): \(route.method) \(route.template) "
          + route.fields.map { "\($0.place?.rawValue ?? "path") \($0.name) \($0.isRequired)" }
          .description
          + " \(route.body.map { [$0.contentType ?? "application/octet-stream"] } ?? [])"
      }
      #expect(operations.sorted() == routes.sorted())
    }
    let names = Router<Int> {
      Route { Query { Field("a", .int) } }.named("n")
      Route { Query { Field("b", .int) } }.named("n#2")
      Route { Query { Field("c", .int) } }.named("n")
    }
    let data = try names.openAPI(info: OpenAPIInfo(title: "A", version: "1"))
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(
      document.paths.mapValues { $0.mapValues(\.operationId) }
        == ["/": ["get": "n"], "/#2": ["get": "n#2"], "/#3": ["get": "n#3"]]
    )
  }

  @Test func `routes with the same method and template have separate paths in the API document`()
    throws
  {
    let router = Router<Int> {
      Route { Query { Field("a", .int) } }.named("n")
      Route { Query { Field("b", .int) } }.named("n")
    }
    let data = try router.openAPI(info: OpenAPIInfo(title: "A", version: "1"))
    let document = try JSONDecoder().decode(Document.self, from: data)
    #expect(document.paths.mapValues { $0["get"]?.operationId } == ["/": "n", "/#2": "n#2"])
  }

  private struct Document: Decodable {
    struct Operation: Decodable {
      struct Parameter: Decodable {
        var name: String
        var `in`: String
        var required: Bool
      }
      struct Body: Decodable {
        struct Content: Decodable {}
        var content: [String: Content]
      }
      var operationId: String
      var parameters: [Parameter]?
      var requestBody: Body?
    }
    var openapi: String
    var paths: [String: [String: Operation]]
  }
}
