extension AADSTS {
    /// The names that may stand in braces in a message.
    package enum Placeholder: String, Sendable, CaseIterable {
        /// The account a message is about, as `alex@contoso.com`.
        case user = "user"
        /// Where an account comes from: an issuer URL, or `live.com`.
        case identityProvider = "idp"
        /// The requesting application's id, as requested.
        case clientID = "client_id"
        /// Its display name.
        case clientName = "client_name"
        /// A tenant as requested, its name or its id.
        case tenant = "tenant"
        /// The redirect URI in the request.
        case redirectURI = "redirect_uri"
        /// The redirect URI it should have been.
        case expectedRedirectURI = "expected_redirect_uri"
        /// A resource as requested, or its id.
        case resource = "resource"
        /// A resource's display name.
        case resourceName = "resource_name"
        /// A scope as requested.
        case scope = "scope"
        /// The name of a request parameter.
        case parameter = "parameter"
        /// Any other value taken from the request or an assertion.
        case value = "value"
        /// What `value` should have been.
        case expected = "expected"
        /// Why, in a few words of ours.
        case reason = "reason"
        /// HTTP methods that an endpoint takes, as `POST, OPTIONS`.
        case allowedMethods = "allowed_methods"
        /// The HTTP method received.
        case method = "method"
        /// An `Origin` header.
        case origin = "origin"
        /// Points in time, as `Timestamp.iso8601`.
        case currentTime = "current_time"
        case validFrom = "valid_from"
        case validUntil = "valid_until"
        /// A duration, as `90.00:00:00`.
        case duration = "duration"
    }
}

extension AADSTS.Placeholder {
    /// A value of the seed directory, or one like it, for a message that is explained and not reported.
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
