private let device = "tenants[0].devices[0]"

/// Mistakes in what policies are made of.
extension BadConfiguration {
    static let devices: [BadConfiguration] = [
        .init("device without a name", tenant("devices:\n- isCompliant: true"), 5, device, "displayName is missing"),
        .init(
            "device id", tenant("devices:\n- displayName: d\n  deviceId: d1"), 6, "\(device).deviceId", "is not a GUID"),
        .init(
            "trust type", tenant("devices:\n- displayName: d\n  trustType: Joined"), 6, "\(device).trustType",
            "AzureAd, ServerAd, Workplace"),
        .init(
            "owner", tenant("devices:\n- displayName: d\n  registeredOwners: [sam@contoso.com]"), 6,
            "\(device).registeredOwners[0]", "no user sam@contoso.com"),
        .init(
            "device certificate file", tenant("devices:\n- displayName: d\n  certificate: no.pem"), 6,
            "\(device).certificate", "No such file"),
        .init(
            "device certificate in base64", tenant("devices:\n- displayName: d\n  key: AAAA"), 6, "\(device).key",
            "is not a certificate in base64"),
        .init(
            "device id twice", tenant("devices:\n- displayName: d\n- displayName: d"), 6, "tenants[0].devices[1]",
            "the device id"),
        .init(
            "device certificate twice",
            tenant("devices:\n- {displayName: d, key: MAA=}\n- {displayName: e, key: MAA=}"), 6,
            "tenants[0].devices[1]", "same certificate"),
    ]
}
