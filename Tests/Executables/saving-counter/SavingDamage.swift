// SPDX-License-Identifier: MIT

internal import Foundation
internal import Lockstep

extension SavingCounter {
  private struct Sample: Codable {
    enum Kind: String, Codable { case plain, special }

    struct Part: Codable {
      var kind: Kind
      var size: Int8?
      var parts: [Part] = []
    }

    var title = "A \"title\" with / and \\, ä, 日本, 👩‍👩‍👧 and \u{1}"
    var count = 1_234_567
    var price = -12.5e-7
    var isDone = true
    var date = Date(timeIntervalSinceReferenceDate: 1)
    var names = ["a": [1, 2], "b": []]
    var part = Part(kind: .plain, size: -8, parts: [Part(kind: .special, size: nil)])
  }

  /// Loads a file truncated at every byte, and with random damage 20,000 times.
  ///
  /// Prints a line for each file whose contents are lost, and then the counts.
  static func loadDamaged(in folder: URL) throws {
    let (file, format) = (folder.appending(path: "sample.json"), SavedFormat<Sample>())
    let good = try format.encode(Sample())
    var generator = SplitMix64(seed: 1)
    var (readCount, keptCount, lostCount) = (0, 0, 0)
    func check(_ data: Data, _ name: String) throws {
      try data.write(to: file)
      let storage = StorageClient.file(file)
      let (value, problem) = format.load(from: storage)
      var isSafe = false
      switch problem?.kind {
      case nil:
        readCount += 1
        isSafe = value != nil
      case .unreadable(let kept?):
        keptCount += 1
        let kept = folder.appending(path: kept)
        isSafe = try Data(contentsOf: kept) == data
        try FileManager.default.removeItem(at: kept)
        try format.save(Sample(), to: storage)
      case .newerVersion, .noMigration:
        keptCount += 1
        isSafe = try Data(contentsOf: file) == data
      default: break
      }
      if isSafe { return }
      lostCount += 1
      say("lost \(name): \(problem.map(String.init(describing:)) ?? "no problem")")
    }
    for length in 0..<good.count { try check(good.prefix(length), "truncated at \(length)") }
    for round in 0..<20_000 {
      var data = good
      for _ in 0...Int.random(in: 0..<3, using: &generator) {
        let place = Int.random(in: 0..<data.count, using: &generator)
        switch Int.random(in: 0..<4, using: &generator) {
        case 0: data[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
        case 1: data[place] = UInt8.random(in: 0...255, using: &generator)
        case 2: data.remove(at: place)
        default:
          let part = data[place..<min(data.count, place + 9)]
          data.insert(contentsOf: Data(part), at: Int.random(in: 0...data.count, using: &generator))
        }
      }
      try check(data, "round \(round)")
    }
    for depth in [100, 600, 100_000] {
      try check(
        Data(String(repeating: #"{"version":1,"value":["#, count: depth).utf8),
        "depth \(depth)"
      )
    }
    say("read \(readCount), kept \(keptCount), lost \(lostCount)")
  }
}
