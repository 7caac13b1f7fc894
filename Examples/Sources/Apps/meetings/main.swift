// SPDX-License-Identifier: MIT

internal import Foundation
internal import MeetingsExample

exit(await runMeetings(Array(CommandLine.arguments.dropFirst())))
