// SPDX-License-Identifier: MIT

internal import Foundation
internal import Meetings

exit(await runMeetings(Array(CommandLine.arguments.dropFirst())))
