// SPDX-License-Identifier: MIT

package import Foundation

private final class Marker {}

/// Returns the file of an executable of this package.
///
/// SwiftPM puts executables next to the tests, which are a bundle on Apple platforms and a single file elsewhere.
package func builtProgram(_ name: String) -> URL {
  let bundle = Bundle(for: Marker.self).bundleURL
  let folder = bundle.pathExtension == "xctest" ? bundle.deletingLastPathComponent() : bundle
  return folder.appending(path: name)
}
