// SPDX-License-Identifier: MIT

internal import Foundation
internal import SharedModels
internal import WireClient

struct Rates {
  var requests: Requests

  func run() throws -> String {
    let connection = try WireConnection(port: requests.port, host: 5)
    var answers: [WireResponse?] = []
    for number in 0..<2_000 {
      // A client cannot forge its address.
      let field = "X-Forwarded-For: 10.0.0.\(number % 256)\r\n"
      try connection.send(requests.request("GET", "/", field, nil))
      answers.append(try connection.receive())
      if answers.last??.status == 429 { break }
    }
    try expectRefusal("a flood of an address", answers)

    let player = try requests.player(device: 4, host: 6)
    answers = []
    for host in UInt8(6)..<10 {
      let connection = try WireConnection(port: requests.port, host: host)
      for _ in 0..<80 {
        try connection.send(requests.get("/api/current-player?accessToken=\(player.token)"))
        answers.append(try connection.receive())
      }
    }
    try expectRefusal("a flood of a player from several addresses", answers)

    answers = try (0..<70).map { number in
      try requests.answer(requests.authentication(device: 10_000 + number), host: 10)
    }
    try expectRefusal("many new players", answers)
    guard answers.count(where: { $0?.status == 200 }) == 60 else {
      throw Failure("an address has added \(answers.count { $0?.status == 200 }) players, not 60")
    }
    try expect(
      "a known player",
      try requests.answer(requests.authentication(device: 10_000), host: 10),
      200
    )
    return "floods of an address, of a player from several addresses, and of new players"
  }

  private func expectRefusal(_ name: String, _ answers: [WireResponse?]) throws {
    guard let refused = answers.first(where: { $0?.status == 429 }) ?? nil else {
      throw Failure("\(name): none of \(answers.count) requests was answered 429")
    }
    guard Int(refused["Retry-After"] ?? "") ?? 0 >= 1 else {
      throw Failure("\(name): 429 without Retry-After")
    }
  }
}

/// Sends requests that an HTTP library would not send, and looks for answers that reveal too much.
struct RawRequests {
  var requests: Requests

  func run() throws -> String {
    let player = try requests.player(device: 5, host: 11)
    let other = try requests.player(device: 6, host: 11)
    let game = try Games().game(0, of: 0).body
    let now = Int(Date().timeIntervalSince1970)
    for (name, bytes, status, text) in [
      (
        "another token under a signature",
        requests.submission(game, token: other.token, signedToken: player.token), 401, "wrong"
      ),
      (
        "a signature of the body alone",
        requests.submission(game, token: player.token, signedToken: ""), 401, "wrong"
      ),
      (
        "an old signature", requests.submission(game, token: player.token, timestamp: now - 60),
        401,
        "20 seconds"
      ),
      ("two hosts", raw("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n"), 400, "more than one"),
      (
        "a length of 2^63",
        raw("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9223372036854775808\r\n\r\n"),
        413,
        "larger"
      ),
      (
        "a large body that waits for 100 Continue",
        raw(
          "POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n"
            + "Expect: 100-continue\r\n\r\n"
        ), 413, "larger"
      ),
    ] {
      let start = ContinuousClock.now
      let answer = try requests.answer(bytes, host: 11)
      try expect(name, answer, status, containing: text)
      guard start.duration(to: .now) < .seconds(1) else {
        throw Failure("\(name): answered after \(start.duration(to: .now))")
      }
      let error = try JSONDecoder().decode(ApiError.self, from: answer?.body ?? Data())
      guard error.file.isEmpty, error.line == 0, error.errorDump.isEmpty else {
        throw Failure("\(name): the answer reveals details of the server's code: \(error)")
      }
    }
    try checkHeads(player)
    return "borrowed signatures, heads with two meanings, redirects with tokens or to elsewhere"
  }

  private func checkHeads(_ player: Player) throws {
    let post = "POST /demo/games HTTP/1.1\r\nHost: localhost\r\n"
    for (name, text) in [
      (
        "length and chunks",
        "\(post)Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
      ),
      ("two lengths", "\(post)Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}}"),
      ("a negative length", "\(post)Content-Length: -1\r\n\r\n"),
      ("a length with a sign", "\(post)Content-Length: +2\r\n\r\n{}"),
      ("a chunk that has no size", "\(post)Transfer-Encoding: chunked\r\n\r\nx\r\n{}\r\n"),
      ("a folded line", "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\r\n b\r\n\r\n"),
      ("a space before the colon", "GET / HTTP/1.1\r\nHost : localhost\r\n\r\n"),
      ("no host", "GET / HTTP/1.1\r\n\r\n"),
      ("an empty host", "GET / HTTP/1.1\r\nHost:\r\n\r\n"),
      ("a host with a path", "GET / HTTP/1.1\r\nHost: localhost/x?y\r\n\r\n"),
      ("HTTP/2", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
      ("a zero", "GET / HTTP/1.1\r\nHost: localhost\r\nX: a\0b\r\n\r\n"),
    ] {
      try expect(name, try requests.answer(raw(text), host: 11), 400)
    }
    let end = "&x=y HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    for target in ["", "http://evil.example", "http://evil.example:80"] {
      let request = "GET \(target)/api/current-player?accessToken=\(player.token)\(end)"
      let redirect = try requests.answer(raw(request), host: 11)
      try expect("plain HTTP", redirect, 301)
      let location = redirect?["Location"] ?? ""
      guard location == "https://cubes.example.com/api/current-player?x=y" else {
        throw Failure("plain HTTP: redirected to '\(location)'")
      }
    }
    let split = "GET /x%0d%0aSet-Cookie:y HTTP/1.1\r\nHost: evil.example\r\n\r\n"
    let answer = try requests.answer(raw(split), host: 11)
    guard answer?["Set-Cookie"] == nil else {
      throw Failure("the request target was injected into a header field")
    }
  }

  private func raw(_ text: String) -> [UInt8] { Array(text.utf8) }
}

struct Operators {
  var requests: Requests

  func run() throws -> String {
    let health = try answer("/health")
    try expect("health", health, 200, containing: "ok")
    let metrics = try answer("/metrics")
    try expect("metrics", metrics, 200, containing: "# TYPE http_server_request_duration_seconds")
    let text = String(decoding: metrics?.body ?? Data(), as: UTF8.self)
    if text.contains("accessToken") || text.contains("127.0.0.") {
      throw Failure("the metrics name clients")
    }
    let proxied = "X-Forwarded-For: 127.0.0.1\r\n"
    try expect("metrics through a proxy", try answer("/metrics", proxied), 404)
    // One answer of each source: the server function, the server, and the parser.
    let answers = [
      health, metrics, try answer("/"), try answer("/nothing"), try answer("/api/config"),
      try answer("/", "Content-Length: 9999999\r\n"),
    ]
    let ids = answers.compactMap { $0?["X-Request-Id"] }.filter { $0.isEmpty == false }
    guard Set(ids).count == answers.count else {
      throw Failure("\(answers.count) answers have \(Set(ids).count) different X-Request-Id")
    }
    try goOn()
    return "metrics for a proxy; health, metrics, ids of requests and 100 Continue are answered"
  }

  private func answer(_ target: String, _ fields: String = "") throws -> WireResponse? {
    try requests.answer(requests.request("GET", target, fields, nil), host: 16)
  }

  private func goOn() throws {
    let body = Data(#"{"gameMode":"timed","score":1}"#.utf8)
    let fields = "Expect: 100-continue\r\n"
    let bytes = requests.request("POST", "/demo/games", fields, body)
    let connection = try WireConnection(port: requests.port, host: 16, patience: 5)
    try connection.send(bytes.dropLast(body.count))
    try expect("a body that waits", try connection.receive(hasBody: false), 100)
    try connection.send(body)
    try expect("a body that has waited", try connection.receive(), 200)
  }
}
