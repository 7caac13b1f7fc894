// SPDX-License-Identifier: MIT

package import Foundation

private final class Marker {}

/// The file of a program of this package: it is built beside the tests, which are a bundle on Apple platforms and a file
/// elsewhere.
package func builtProgram(_ name: String) -> URL {
  let bundle = Bundle(for: Marker.self).bundleURL
  let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  return folder.appending(path: name)
}
