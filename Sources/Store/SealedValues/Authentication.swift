package import Directory
package import Entra
package import Formats

/// A completed sign-in: the home account, the time and the methods. Sessions, codes and tokens contain it.
package struct Authentication: Sendable, Hashable {
    package let home: User.Home
    /// The time of the sign-in, in seconds since 1970 UTC (`auth_time`).
    package let time: Int64
    /// The authentication methods, as in `amr`.
    package let methods: [String]
    /// The ID of this sign-in (`sid`), which stays the same in every application.
    package let sessionID: GUID
    /// The device that authenticated during the sign-in (`Device.deviceId`), in the tenant of the sign-in.
    package let deviceID: ObjectID?
    /// The sequence number of the sign-in (`Store.nextOrder`), which does not depend on clocks.
    package let order: Int64

    package init(
        home: User.Home, time: Int64, methods: [String], sessionID: GUID, deviceID: ObjectID? = nil, order: Int64
    ) {
        self.home = home
        self.time = time
        self.methods = methods
        self.sessionID = sessionID
        self.deviceID = deviceID
        self.order = order
    }

    /// Returns the same sign-in with another device, or without one if `device` is nil.
    package func on(_ device: ObjectID?) -> Authentication {
        Authentication(
            home: home, time: time, methods: methods, sessionID: sessionID, deviceID: device,
            order: order)
    }

    func write(to writer: inout RecordWriter) {
        writer.write(home.objectID)
        writer.write(home.tenantID)
        writer.write(time)
        writer.write(methods)
        writer.write(sessionID)
        writer.write(deviceID)
        writer.write(order)
    }

    init?(from reader: inout RecordReader) {
        guard let object: ObjectID = reader.identifier(), let tenant: TenantID = reader.identifier(),
            let time = reader.integer(), let methods = reader.strings(), let sessionID = reader.guid(),
            let device: ObjectID? = reader.optionalIdentifier(), let order = reader.integer()
        else { return nil }
        self.init(
            home: User.Home(objectID: object, tenantID: tenant), time: time, methods: methods, sessionID: sessionID,
            deviceID: device, order: order)
    }
}

/// The sign-in behind an access token, which the token carries as its opaque `aio` claim. On-behalf-of tokens that another API
/// obtains with the token belong to the same sign-in.
package struct TokenOrigin: SealedValue, Equatable {
    package static let kind = "token origin"
    package static let version: UInt8 = 4

    package let authentication: Authentication
    /// Whether the user already had a high risk level when the token was issued.
    package let isAtHighRisk: Bool

    package init(authentication: Authentication, isAtHighRisk: Bool) {
        self.authentication = authentication
        self.isAtHighRisk = isAtHighRisk
    }

    package func write(to writer: inout RecordWriter) {
        authentication.write(to: &writer)
        writer.write(isAtHighRisk)
    }

    package init?(from reader: inout RecordReader) {
        guard let authentication = Authentication(from: &reader), let isAtHighRisk = reader.bool() else { return nil }
        self.init(authentication: authentication, isAtHighRisk: isAtHighRisk)
    }
}
