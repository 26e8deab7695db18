import Entra

/// A device as the file has it; its certificate and owners are resolved once the users are known.
struct DeviceDraft: Sendable {
    var device = Device(deviceId: ObjectID(""), displayName: "")
    let place: ConfigurationPlace
    var deviceId: Marked<String>?
    /// Ids or user principal names.
    var owners: [Marked<String>] = []
    var certificateFile: Marked<String>?
}
