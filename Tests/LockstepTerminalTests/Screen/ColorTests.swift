// SPDX-License-Identifier: MIT

import Lockstep
import LockstepTestSupport
import Testing

@testable import LockstepTerminal

@Suite struct ColorTests {
  /// The components count as the eye sees them.
  private func distance(_ first: Color.Components, _ second: Color.Components) -> Int {
    func square(_ first: UInt8, _ second: UInt8) -> Int {
      (Int(first) - Int(second)) * (Int(first) - Int(second))
    }
    return 3 * square(first.red, second.red) + 4 * square(first.green, second.green)
      + 2 * square(first.blue, second.blue)
  }

  @Test func `an RGB color is reduced to the most similar palette color`() {
    var random = SplitMix64(seed: 1)
    func component() -> UInt8 { .random(in: 0...255, using: &random) }
    for number in 0..<1_000 {
      let gray = component()
      let color: Color.Components =
        number.isMultiple(of: 3) ? (gray, gray, gray) : (component(), component(), component())
      guard
        case .indexed(let index) = Color.rgb(color.red, color.green, color.blue).stepped(
          to: .palette
        )
      else {
        Issue.record("\(color) has no index")
        return
      }
      let least = (16...255).map { distance(Color.components(of: $0), color) }.min()
      #expect(distance(Color.components(of: index), color) == least, "\(color)")
    }
  }

  @Test(
    arguments: [
      (Color.rgb(0, 0, 0), ColorDepth.palette, Color.indexed(16)),
      (.rgb(255, 255, 255), .palette, .indexed(231)),
      (.rgb(120, 118, 119), .palette, .indexed(243)),
      (.rgb(250, 5, 5), .sixteen, .theme(.brightRed)),
      (.indexed(3), .sixteen, .theme(.yellow)), (.indexed(244), .sixteen, .theme(.brightBlack)),
      (.red, .sixteen, .red),
      (.rgb(1, 2, 3), .trueColor, .rgb(1, 2, 3)),
    ] as [(Color, ColorDepth, Color)]
  )
  func `colors are stepped down`(color: Color, depth: ColorDepth, expected: Color) {
    #expect(color.stepped(to: depth) == expected)
    #expect(color.stepped(to: .none) == nil)
  }
}
