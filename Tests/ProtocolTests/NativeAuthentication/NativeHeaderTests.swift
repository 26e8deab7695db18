import Entra
import Protocol
import Testing

/// Checks how MSAL's interceptor treats a header by its name (docs/reference/wire.md#native-headers).
@Suite struct NativeHeaderTests {
    static let names: [(String, NativeHeader)] = [
        ("X-my-custom-header", .custom), ("x-vendor-signal", .custom), ("x-", .custom), ("x-clientele", .custom),
        ("x-application", .custom), ("x-msx", .custom),
        ("value_1", .ignored), ("my-header", .ignored), ("Content-Type", .ignored), ("", .ignored),
        ("Accept", .ignored), ("client-request-id", .ignored),
        ("x-client-header", .reserved), ("X-CLIENT-HEADER", .reserved), ("x-ms-custom", .reserved),
        ("x-broker-version", .reserved), ("x-app-custom", .reserved), ("X-Ms-Whatever", .reserved),
        ("x-client-SKU", .sdk), ("x-client-Ver", .sdk), ("x-client-OS", .sdk), ("x-client-DM", .sdk),
        ("x-client-current-telemetry", .sdk), ("x-client-last-telemetry", .sdk), ("x-app-name", .sdk),
        ("x-app-ver", .sdk), ("x-ms-PkeyAuth+", .sdk),
        // The SDK sends these elsewhere (native-and-apple D7).
        ("x-client-xtra-sku", .sdk), ("x-client-src-SKU", .sdk), ("x-client-brkrver", .sdk),
        ("X-AnchorMailbox", .overridden), ("x-anchormailbox", .overridden),
    ]

    @Test("The name of a header decides how it is treated", arguments: names)
    func classifiesHeaderByName(_ name: String, _ expected: NativeHeader) {
        #expect(NativeHeader(name: name) == expected)
        #expect(NativeHeader(name: name).isSent == (expected == .custom || expected == .overridden))
    }
}
