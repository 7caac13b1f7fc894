// SPDX-License-Identifier: MIT

import LockstepBase
import LockstepTestSupport
import LockstepTesting
import Testing

private enum ManyBare: Equatable, CaseIterable {
  case b000, b001, b002, b003, b004, b005, b006, b007, b008, b009, b010, b011, b012, b013
  case b014, b015, b016, b017, b018, b019, b020, b021, b022, b023, b024, b025, b026, b027
  case b028, b029, b030, b031, b032, b033, b034, b035, b036, b037, b038, b039, b040, b041
  case b042, b043, b044, b045, b046, b047, b048, b049, b050, b051, b052, b053, b054, b055
  case b056, b057, b058, b059, b060, b061, b062, b063, b064, b065, b066, b067, b068, b069
  case b070, b071, b072, b073, b074, b075, b076, b077, b078, b079, b080, b081, b082, b083
  case b084, b085, b086, b087, b088, b089, b090, b091, b092, b093, b094, b095, b096, b097
  case b098, b099, b100, b101, b102, b103, b104, b105, b106, b107, b108, b109, b110, b111
  case b112, b113, b114, b115, b116, b117, b118, b119, b120, b121, b122, b123, b124, b125
  case b126, b127, b128, b129, b130, b131, b132, b133, b134, b135, b136, b137, b138, b139
  case b140, b141, b142, b143, b144, b145, b146, b147, b148, b149, b150, b151, b152, b153
  case b154, b155, b156, b157, b158, b159, b160, b161, b162, b163, b164, b165, b166, b167
  case b168, b169, b170, b171, b172, b173, b174, b175, b176, b177, b178, b179, b180, b181
  case b182, b183, b184, b185, b186, b187, b188, b189, b190, b191, b192, b193, b194, b195
  case b196, b197, b198, b199, b200, b201, b202, b203, b204, b205, b206, b207, b208, b209
  case b210, b211, b212, b213, b214, b215, b216, b217, b218, b219, b220, b221, b222, b223
  case b224, b225, b226, b227, b228, b229, b230, b231, b232, b233, b234, b235, b236, b237
  case b238, b239, b240, b241, b242, b243, b244, b245, b246, b247, b248, b249, b250, b251
  case b252, b253, b254, b255, b256, b257, b258, b259, b260, b261, b262, b263, b264, b265
  case b266, b267, b268, b269, b270, b271, b272, b273, b274, b275, b276, b277, b278, b279
  case b280, b281, b282, b283, b284, b285, b286, b287, b288, b289, b290, b291, b292, b293
  case b294, b295, b296, b297, b298, b299
}

@Suite struct CasePathManyCasesTests {
  private let roots: [Many] = [
    .c000(1), .c001(1), .c063(1), .c064(1), .c065(1), .c255(1), .c256(1), .c299(1), .text("1"),
    .nothing,
  ]

  @Test func `a case path finds its case among three hundred cases with the same payload type`() {
    func check(_ path: CasePath<Many, Int>, _ root: Many) {
      let others = roots.filter { $0 != root }
      for _ in 0..<2 { #expect(others.compactMap(path.extract(from:)) == []) }
      #expect(path.extract(from: root) == 1)
      #expect(roots.compactMap(path.extract(from:)) == [1])
      #expect(path.embed(1) == root)
      var changed = root
      #expect(path.modify(&changed) { $0 += 1 } != nil)
      #expect(changed == path.embed(2))
    }
    let issues = withReportedIssues {
      check(/Many.c000, .c000(1))
      check(/Many.c063, .c063(1))
      check(/Many.c064, .c064(1))
      check(/Many.c065, .c065(1))
      check(/Many.c255, .c255(1))
      check(/Many.c256, .c256(1))
      check(/Many.c299, .c299(1))
    }
    #expect(issues == [])
  }

  @Test func `a case path finds the only case with its payload type among three hundred cases`() {
    #expect(roots.compactMap((/Many.text).extract(from:)) == ["1"])
    #expect(roots.filter((/Many.nothing).isMatching) == [.nothing])
  }

  @Test func `a case path finds its case among three hundred cases without payloads`() {
    for index in [0, 1, 255, 256, 299] {
      let path = /ManyBare.allCases[index]
      #expect(
        ManyBare.allCases.indices.filter { path.isMatching(ManyBare.allCases[$0]) } == [index]
      )
    }
  }
}
