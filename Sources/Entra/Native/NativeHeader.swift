package import Wire

/// What MSAL's request interceptor makes of a header that an application adds to a native authentication request, and so what
/// a header that arrived must have been (docs/reference/wire.md#native-headers).
package enum NativeHeader: String, Sendable, CaseIterable {
    /// The application's own: MSAL let it through.
    case custom
    /// The SDK's own.
    case sdk
    /// Of a name that SDKs use too, though not at these endpoints, and that applications may set: the value is the
    /// application's.
    case overridden
    /// Begins with a reserved prefix and is no header of the SDK's: MSAL would have dropped it, so something else sent it.
    case reserved
    /// Does not begin with `x-`: no custom header. MSAL would have dropped it.
    case ignored

    /// The beginnings that applications may not use, in lower case.
    package static let reservedPrefixes = ["x-client-", "x-ms-", "x-broker-", "x-app-"]

    /// What the SDKs themselves send to native endpoints, in lower case.
    package static let ofSDK: Set<ExactString> = [
        "x-client-sku", "x-client-ver", "x-client-os", "x-client-cpu", "x-client-dm", "x-client-current-telemetry",
        "x-client-last-telemetry", "x-app-name", "x-app-ver", "x-ms-pkeyauth+", "x-ms-pkeyauth",
    ]

    /// Names without a reserved prefix that the SDK uses itself.
    package static let overridable: Set<ExactString> = ["x-anchormailbox"]

    /// Judges a header by its name; letter case does not matter.
    package init(name: String) {
        let name = name.asciiLowercased
        self =
            if !name.hasExactPrefix("x-") {
                .ignored
            } else if NativeHeader.ofSDK.contains(name) {
                .sdk
            } else if NativeHeader.reservedPrefixes.contains(where: name.hasExactPrefix) {
                .reserved
            } else if NativeHeader.overridable.contains(name) {
                .overridden
            } else {
                .custom
            }
    }

    /// Whether MSAL would send a header of this name for an application.
    package var isKept: Bool { self == .custom || self == .overridden }
}
