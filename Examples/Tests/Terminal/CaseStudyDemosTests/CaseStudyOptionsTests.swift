// SPDX-License-Identifier: MIT

import DemoSupport
import Testing

@testable import CaseStudyDemos

@Suite struct CaseStudyOptionsTests {
  @Test func `options are read in each form`() throws {
    #expect(
      try CaseStudyOptions(
        arguments: ["--fail", "posts", "--slow=0"],
        endpoints: [.posts],
        keepsFiles: false
      ) == CaseStudyOptions(common: CommonOptions(failing: [.posts], slow: 0))
    )
    #expect(
      try CaseStudyOptions(arguments: ["--folder=files"], endpoints: [], keepsFiles: true)
        == CaseStudyOptions(folder: "files")
    )
    #expect(
      try CaseStudyOptions(
        arguments: ["--preview", "outline.md"],
        endpoints: [],
        keepsFiles: true,
        hasPreview: true
      ) == CaseStudyOptions(preview: "outline.md")
    )
  }

  @Test(arguments: [
    (["--folder"], true, "option '--folder' needs a folder"),
    (["--foldr", "x"], true, "unknown option '--foldr' (did you mean '--folder'?)"),
    (["--folder", "x"], false, "unknown option '--folder'"),
    (["--preview", "x"], true, "unknown option '--preview'"),
    (["--fail", "posts"], true, "unknown option '--fail'"),
    (["x"], true, "unknown argument 'x'"),
  ])
  func `invalid command lines are refused`(arguments: [String], keepsFiles: Bool, message: String) {
    #expect(throws: DemoError(message: "\(message); see --help", exitCode: 64)) {
      try CaseStudyOptions(arguments: arguments, endpoints: [], keepsFiles: keepsFiles)
    }
  }

  @Test func `the help of a demo without a server lists the folder option`() {
    #expect(
      CaseStudyOptions.help("primes", "Counts.", endpoints: [], keepsFiles: true) == """
        Counts.

        Usage: demos primes [OPTION ...]

        Options:
          --folder FOLDER      Keep files there, to be found the next time. Without it they are lost when
                               the program ends.
          --log FILE           Write each action to a file: what sent it, and what it changed. Those that
                               an effect repeats are only counted.
          --script FILE        Take the steps in a file, in virtual time, and print a screen after each. A
                               line is one of: press KEY, type TEXT, wait 250ms, resize 80x24.
          --svg FILE           Draw what the script shows as a picture that moves.
          --help               Show this text.
          --version            Show the name of the program and its version.

        \(CommonOptions.keysHelp)
        """
    )
  }
}
