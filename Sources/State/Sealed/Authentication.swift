package import Directory
package import Entra
package import Wire

/// That a person proved who they are: where their account lives, when, and how. Part of sessions, codes and tokens.
package struct Authentication: Sendable, Hashable {
    package let home: User.Home
    /// Seconds since 1970 UTC (`auth_time`).
    package let time: Int64
    /// Authentication methods, as in `amr`.
    package let methods: [String]
    /// Names this sign-in of this person (`sid`), from then on and in every application.
    package let sessionID: GUID
    /// The device that proved itself at the sign-in (`Device.deviceId`), of the tenant signed in to.
    package let deviceID: ObjectID?
    /// Its place among all that was issued and revoked (`Store.nextOrder`), whatever the clocks say.
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

    /// The same sign-in, on a device that has proved itself since, or on one of which nothing is known.
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
