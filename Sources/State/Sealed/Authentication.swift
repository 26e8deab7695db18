package import Directory
import Entra
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

    package init(home: User.Home, time: Int64, methods: [String], sessionID: GUID) {
        self.home = home
        self.time = time
        self.methods = methods
        self.sessionID = sessionID
    }

    func write(to writer: inout RecordWriter) {
        writer.write(home.objectID.description)
        writer.write(home.tenantID.description)
        writer.write(time)
        writer.write(methods)
        writer.write(sessionID.bytes)
    }

    init?(from reader: inout RecordReader) {
        guard let object = reader.string(), let tenant = reader.string(), let time = reader.integer(),
            let methods = reader.strings(), let sessionID = reader.guid()
        else { return nil }
        self.init(
            home: User.Home(objectID: ObjectID(object), tenantID: TenantID(tenant)), time: time, methods: methods,
            sessionID: sessionID)
    }
}
