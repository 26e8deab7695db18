extension DeviceDraft {
    static let keys = ObjectSpec<DeviceDraft>(
        "device", "A Microsoft Graph device.", unknownKeys: .ignored,
        keys: [
            .key(
                "deviceId", \.deviceId, .marked(.guid),
                "The device id. Derived from the tenant and the name when left out."),
            .key("displayName", \.device.displayName, .nonEmptyText, "The device's name.").required,
            .key("operatingSystem", \.device.operatingSystem, .text, "Such as Windows, iOS or macOS."),
            .key(
                "isCompliant", \.device.isCompliant, .bool,
                "Meets the rules of its management; a policy can ask for it (AADSTS53000). Default false."),
            .key("isManaged", \.device.isManaged, .bool, "Whether it is managed. Default false."),
            .key(
                "trustType", \.device.trustType, .word,
                "AzureAd: joined. ServerAd: joined to a domain on premises. Workplace: registered."),
            .key("accountEnabled", \.device.accountEnabled, .bool, "false: the device proves nothing. Default true."),
            .key(
                "registeredOwners", \.owners, .list(.marked(.nonEmptyText)),
                "Users of this tenant, by id or user principal name."),
            .key(
                "certificate", \.certificateFile, .marked(.nonEmptyText),
                "Path of a PEM file with the device's certificate, relative to this file."
            ).own,
            .key("key", \.device.certificate, .derCertificate, "The certificate's DER in base64.").own,
        ])
}
