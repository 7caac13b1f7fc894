// SPDX-License-Identifier: MIT

internal import Lockstep

/// A diagram as JSON that is safe inside a script element.
///
/// Turns and effects are arrays that refer to texts and times by index, so that repeated texts are stored once.
struct ReportData {
  /// The JSON, which contains no "<", ">", "&" or line separators.
  var json: String { String(decoding: bytes, as: UTF8.self) }

  private var bytes: [UInt8] = []
  private var texts = Table()
  private var times = Table()

  init(_ diagram: Diagram) {
    var turns: [String] = []
    turns.reserveCapacity(diagram.turns.count)
    for turn in diagram.turns { turns.append(row(of: turn)) }
    let effects = diagram.effects.map { row(of: $0) }
    write("{\"title\":")
    write(text: diagram.title)
    write(",\"dropped\":\(diagram.droppedCount)")
    write(texts, as: "texts")
    write(times, as: "times")
    write(",\"turns\":[")
    write(turns.joined(separator: ",\n"))
    write("],\"effects\":[")
    write(effects.joined(separator: ",\n"))
    write("]}")
  }

  private mutating func row(of turn: Diagram.Turn) -> String {
    let fields = [
      "\(turn.number)",
      texts.index(of: turn.name),
      texts.index(of: turn.action),
      texts.index(of: turn.sender),
      texts.index(of: turn.location.map(Self.place)),
      turn.isFromOutside ? "1" : "0",
      Self.number(turn.cause),
      Self.number(turn.effect),
      times.index(of: Self.seconds(turn.time)),
      list(of: turn.outputs),
      turn.difference.map { list(of: $0) } ?? "null",
    ]
    return "[\(fields.joined(separator: ","))]"
  }

  private mutating func row(of effect: Diagram.Effect) -> String {
    let fields = [
      "\(effect.number)",
      texts.index(of: effect.name),
      texts.index(of: effect.description),
      texts.index(of: Self.place(effect.location)),
      Self.number(effect.startingTurn),
      times.index(of: Self.seconds(effect.begin)),
      texts.index(of: effect.end?.kind.rawValue),
      Self.number(effect.end?.turn),
      times.index(of: (effect.end?.time).map(Self.seconds)),
      "\(effect.sentCount)",
    ]
    return "[\(fields.joined(separator: ","))]"
  }

  private mutating func list(of lines: [String]) -> String {
    "[\(lines.map { texts.index(of: $0) }.joined(separator: ","))]"
  }

  private static func number(_ number: Int?) -> String { number.map { "\($0)" } ?? "null" }

  private static func place(_ location: CodeLocation) -> String {
    "\(location.fileID):\(location.line)"
  }

  static func seconds(_ time: Duration) -> String {
    let (seconds, attoseconds) = time.components
    guard attoseconds != 0 else { return "\(seconds)" }
    let sign = seconds < 0 || attoseconds < 0 ? "-" : ""
    let digits = "\(attoseconds.magnitude)"
    var fraction = String(repeating: "0", count: 18 - digits.count) + digits
    while fraction.hasSuffix("0") { fraction.removeLast() }
    return "\(sign)\(seconds.magnitude).\(fraction)"
  }
}

extension ReportData {
  private struct Table {
    /// The keys are UTF-8 bytes, because equal strings can be different texts.
    private var indices: [[UInt8]: Int] = [:]
    private(set) var texts: [String] = []

    mutating func index(of text: String?) -> String {
      guard let text else { return "null" }
      let index = indices[Array(text.utf8), default: texts.count]
      if index == texts.count {
        indices[Array(text.utf8)] = index
        texts.append(text)
      }
      return "\(index)"
    }
  }

  private mutating func write(_ table: Table, as name: String) {
    write(",\"\(name)\":[")
    for (index, text) in table.texts.enumerated() {
      if index > 0 { write(",\n") }
      write(text: text)
    }
    write("]")
  }

  private mutating func write(_ json: String) { bytes.append(contentsOf: json.utf8) }

  private mutating func write(text: String) {
    var text = text
    write("\"")
    text.withUTF8 { source in
      for (index, byte) in source.enumerated() {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
          bytes.append(UInt8(ascii: "\\"))
          bytes.append(byte)
        case ..<0x20, UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: "&"), 0x7F:
          write(escape: UInt16(byte))
        case 0xA8...0xA9 where index >= 2 && source[index - 2] == 0xE2 && source[index - 1] == 0x80:
          // U+2028 and U+2029 are line breaks in JavaScript.
          bytes.removeLast(2)
          write(escape: 0x2028 + UInt16(byte - 0xA8))
        default: bytes.append(byte)
        }
      }
    }
    write("\"")
  }

  private mutating func write(escape code: UInt16) {
    let digits = String(code, radix: 16)
    write("\\u\(String(repeating: "0", count: 4 - digits.count))\(digits)")
  }
}
