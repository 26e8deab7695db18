import Entra

/// A device in a file. The certificate and the owners are resolved after the users.
struct DeviceDraft: Sendable {
    var device = Device(deviceId: ObjectID(""), displayName: "")
    let location: ConfigurationLocation
    var deviceId: Marked<String>?
    var id: Marked<String>?
    /// The owners, as IDs or user principal names.
    var owners: [Marked<String>] = []
    var certificateFile: Marked<String>?
}

extension DeviceDraft {
    static let keys = ObjectSpec<DeviceDraft>(
        "device", "A Microsoft Graph device.", unknownKeys: .kept(\.device.otherProperties),
        keys: [
            .key("id", \.id, .marked(.guid), "The object id. Default: derived from the device id."),
            .key(
                "deviceId", \.deviceId, .marked(.guid),
                "The device id. Default: derived from the tenant and the name."),
            .key("displayName", \.device.displayName, .nonEmptyText, "The device's name.").required,
            .key(
                "operatingSystem", \.device.operatingSystem, .text,
                "The operating system, such as Windows, iOS or macOS."),
            .key(
                "isCompliant", \.device.isCompliant, .bool,
                "true: the device is compliant; a policy can require this (AADSTS53000). Default false."
            ),
            .key("isManaged", \.device.isManaged, .bool, "Whether the device is managed. Default false."),
            .key(
                "trustType", \.device.trustType, .word,
                "AzureAd: joined. ServerAd: joined to an on-premises domain. Workplace: registered."),
            .key(
                "accountEnabled", \.device.accountEnabled, .bool,
                "false: the device is disabled and cannot authenticate. Default true."),
            .key(
                "registeredOwners", \.owners, .list(.marked(.nonEmptyText)),
                "The owners: ids or user principal names of users of this tenant."),
            .key(
                "certificate", \.certificateFile, .marked(.nonEmptyText),
                "The path of a PEM file with the device's certificate, relative to this file."
            ).own,
            .key(
                "key", \.device.certificate, .derCertificate,
                "The certificate inline, as DER in base64. Use this instead of certificate."
            ).own,
        ])

    static let value = keys.value { DeviceDraft(location: $0) }
}
