import Entra

/// A device in a file. The certificate and the owners are resolved after the users.
struct DeviceDraft: Sendable {
    var device = Device(deviceId: ObjectID(""), displayName: "")
    let place: ConfigurationPlace
    var deviceId: Marked<String>?
    /// The owners, as IDs or user principal names.
    var owners: [Marked<String>] = []
    var certificateFile: Marked<String>?
}
