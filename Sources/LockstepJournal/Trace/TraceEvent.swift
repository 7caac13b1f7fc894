// SPDX-License-Identifier: MIT

/// An event of the Trace Event format, with the format's field names.
struct TraceEvent: Encodable {
  enum Phase: String, Encodable {
    case complete = "X"
    case flowStart = "s"
    case flowEnd = "f"
    case instant = "i"
    case metadata = "M"
  }

  struct Arguments: Encodable {
    // Metadata.
    var name: String?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var sort_index: Int?
    // Turns.
    var turn: Int?
    var action: String?
    var sender: String?
    var cause: Int?
    var time: String?
    var outputs: [String]?
    var difference: [String]?
    // Effects.
    var effect: Int?
    var description: String?
    var location: String?
    var startingTurn: Int?
    var begin: String?
    var end: String?
    var endingTurn: Int?
    var endTime: String?
    var sentCount: Int?
  }

  var name: String
  var cat: String?
  var ph: Phase
  var ts: Int64 = 0
  var dur: Int64?
  var pid = 1
  var tid: Int
  var id: Int?
  /// The binding point of a flow's end: "e" for the enclosing slice.
  var bp: String?
  /// The scope of an instant: "t" for its track.
  var s: String?
  var args: Arguments?
}
