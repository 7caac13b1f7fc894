// SPDX-License-Identifier: MIT

/// An event of the Trace Event format, with the names that the format gives its fields.
struct TraceEvent: Encodable {
  enum Phase: String, Encodable {
    /// A slice, which has a duration.
    case complete = "X"
    case flowStart = "s"
    case flowEnd = "f"
    case instant = "i"
    case metadata = "M"
  }

  /// Texts that the viewer shows with an event.
  struct Arguments: Encodable {
    // Of metadata.
    var name: String?
    // swift-format-ignore: AlwaysUseLowerCamelCase
    var sort_index: Int?
    // Of turns.
    var turn: Int?
    var action: String?
    var sender: String?
    var cause: Int?
    var time: String?
    var outputs: [String]?
    var difference: [String]?
    // Of effects.
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
  /// The time in microseconds.
  var ts: Int64 = 0
  /// The duration of a slice, in microseconds.
  var dur: Int64?
  var pid = 1
  var tid: Int
  /// The number that both ends of a flow have.
  var id: Int?
  /// The point that the end of a flow belongs to: "e" for the slice around it.
  var bp: String?
  /// The scope of an instant: "t" for its track.
  var s: String?
  var args: Arguments?
}
