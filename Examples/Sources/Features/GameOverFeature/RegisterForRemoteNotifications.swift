// SPDX-License-Identifier: MIT

public import DependencyClients
public import Foundation
public import Lockstep

extension Effect where Output == Never, Failure == Never {
  /// Returns an effect that registers the device for remote notifications if the player allows them.
  ///
  /// - Parameters:
  ///   - remoteNotifications: The client that registers the device.
  ///   - mainRunLoop: The scheduler of the registration.
  ///   - userNotifications: The client of the player's notification settings.
  /// - Returns: An effect that sends nothing.
  public static func registerForRemoteNotifications(
    remoteNotifications: RemoteNotificationsClient,
    mainRunLoop: SchedulerOf<RunLoop>,
    userNotifications: UserNotificationClient
  ) -> Self {
    userNotifications.getNotificationSettings
      .receive(on: mainRunLoop)
      .flatMap { settings in
        switch settings.authorizationStatus {
        case .authorized, .provisional: remoteNotifications.register()
        case .denied, .notDetermined: .none
        }
      }
  }
}
