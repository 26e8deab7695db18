import Formats

/// Functions that fill the placeholders of a catalog message.
enum MessageTemplate {
    /// The maximum number of Unicode scalars of a value in a message. The rest of the value is cut off.
    static let maximumValueLength = 500

    /// Returns the template with values in place of placeholders. Filling takes one pass, so braces in a value remain text. A
    /// placeholder without a value is removed, and so are spaces at the end of the message.
    static func render(_ template: String, _ values: KeyValuePairs<AADSTS.Placeholder, String>) -> String {
        filled(template) { name in values.first { $0.key.rawValue.isExactly(name) }.map { sanitized($0.value) } }
    }

    /// Returns the template with example values in place of placeholders, for a page that explains a code.
    static func example(_ template: String) -> String {
        filled(template) { AADSTS.Placeholder(rawValue: $0)?.example }
    }

    private static func filled(_ template: String, _ value: (String) -> String?) -> String {
        var message = ""
        for piece in pieces(of: template) {
            switch piece {
            case .text(let text): message += text
            case .placeholder(let name): message += value(name) ?? ""
            }
        }
        while message.utf8.last == UInt8(ascii: " ") { _ = message.unicodeScalars.popLast() }
        return message
    }

    private enum Piece {
        case text(String)
        case placeholder(String)
    }

    private static func pieces(of template: String) -> [Piece] {
        var pieces: [Piece] = []
        var rest = template.utf8[...]
        while let open = rest.firstIndex(of: UInt8(ascii: "{")),
            let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
        {
            pieces.append(.text(String(rest[..<open]) ?? ""))
            pieces.append(.placeholder(String(rest[open..<close].dropFirst()) ?? ""))
            rest = rest[close...].dropFirst()
        }
        pieces.append(.text(String(rest) ?? ""))
        return pieces
    }

    /// Returns the value without control characters and line separators, and of limited length.
    static func sanitized(_ value: String) -> String {
        var text = String.UnicodeScalarView()
        for scalar in value.unicodeScalars.prefix(maximumValueLength) {
            switch scalar.value {
            case 0..<0x20, 0x7F...0x9F, 0x2028, 0x2029: text.append(" ")
            default: text.append(scalar)
            }
        }
        return String(text)
    }
}

extension AADSTS {
    /// The placeholders of a message, which are names in braces.
    package enum Placeholder: String, Sendable, CaseIterable {
        /// The account of the message, such as `alex@contoso.com`.
        case user = "user"
        /// The origin of an account: an issuer URL, or `live.com`.
        case identityProvider = "idp"
        /// The requesting application's ID, as requested.
        case clientID = "client_id"
        /// The requesting application's display name.
        case clientName = "client_name"
        /// A tenant as requested: a name or an ID.
        case tenant = "tenant"
        /// The redirect URI in the request.
        case redirectURI = "redirect_uri"
        /// The redirect URI that the server expected.
        case expectedRedirectURI = "expected_redirect_uri"
        /// A resource as requested, or its ID.
        case resource = "resource"
        /// The application IDs of the resources that a client's registration lists, separated by commas.
        case validResources = "valid_resources"
        /// A resource's display name.
        case resourceName = "resource_name"
        /// A scope as requested.
        case scope = "scope"
        /// The name of a request parameter.
        case parameter = "parameter"
        /// Any other value taken from the request or an assertion.
        case value = "value"
        /// The value that the server expected in place of `value`.
        case expected = "expected"
        /// The reason, in a few words of this server.
        case reason = "reason"
        /// The HTTP methods that an endpoint accepts, such as `POST, OPTIONS`.
        case allowedMethods = "allowed_methods"
        /// The HTTP method of the request.
        case method = "method"
        /// The value of an `Origin` header.
        case origin = "origin"
        /// The server's time. Points in time have the form of `Timestamp.iso8601`.
        case currentTime = "current_time"
        case validFrom = "valid_from"
        case validUntil = "valid_until"
        /// A duration, such as `90.00:00:00`.
        case duration = "duration"
    }
}

extension AADSTS.Placeholder {
    /// The example value for a message that is explained and not reported. Most values are of the seed directory.
    var example: String {
        switch self {
        case .user: "alex@contoso.com"
        case .identityProvider: "live.com"
        case .clientID: "aaaaaaaa-0000-4000-8000-000000000001"
        case .clientName: "Contoso Mobile"
        case .tenant: "contoso.com"
        case .redirectURI: "https://app.example/callback"
        case .expectedRedirectURI: "https://app.example/signin"
        case .resource: "api://orders"
        case .validResources: "00000003-0000-0000-c000-000000000000"
        case .resourceName: "Orders API"
        case .scope: "api://orders/Orders.Read"
        case .parameter: "client_id"
        case .value: "example"
        case .expected: "expected"
        case .reason: "…"
        case .allowedMethods: "POST, OPTIONS"
        case .method: "GET"
        case .origin: "https://app.example"
        case .currentTime: "2026-09-21T14:13:20Z"
        case .validFrom: "2026-09-21T13:00:00Z"
        case .validUntil: "2026-09-21T14:00:00Z"
        case .duration: "90.00:00:00"
        }
    }
}
