package import Formats

/// The classes into which MSAL's request interceptor divides the headers that an application adds to a native authentication
/// request (docs/reference/wire.md#native-headers). The class of a received header shows where the header came from.
package enum NativeHeader: String, Sendable, CaseIterable {
    /// A header of the application, which MSAL sends.
    case custom
    /// A header of the SDK itself.
    case sdk
    /// A header that SDKs use themselves and that applications may set, such as `X-AnchorMailbox`. MSAL sends the application's
    /// value; without one, MSAL sends such a header only to other endpoints.
    case overridden
    /// A header with a reserved prefix that is not the SDK's. MSAL would have dropped it, so another component sent it.
    case reserved
    /// A header without the prefix `x-`. MSAL would have dropped it.
    case ignored

    /// The prefixes that applications may not use, in lower case.
    package static let reservedPrefixes = ["x-client-", "x-ms-", "x-broker-", "x-app-"]

    /// The headers with a reserved prefix that the SDKs send, in lower case, whether to native endpoints or to others.
    package static let ofSDK: Set<ByteString> = [
        "x-client-sku", "x-client-ver", "x-client-os", "x-client-cpu", "x-client-dm", "x-client-current-telemetry",
        "x-client-last-telemetry", "x-client-xtra-sku", "x-client-src-sku", "x-client-brkrver", "x-app-name",
        "x-app-ver",
        "x-ms-pkeyauth+", "x-ms-pkeyauth",
    ]

    /// The headers without a reserved prefix that the SDK also uses.
    package static let overridable: Set<ByteString> = ["x-anchormailbox"]

    /// Classifies a header by its name, ignoring letter case.
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

    /// Whether MSAL would send an application's header of this name.
    package var isSent: Bool { self == .custom || self == .overridden }
}
