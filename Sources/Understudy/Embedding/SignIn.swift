extension Understudy {
    /// The browser part of a sign-in, and the user's choices.
    public struct SignIn: Sendable, Hashable {
        /// The user's response to the consent prompt.
        public enum Consent: Sendable, Hashable {
            /// The user accepts all permissions.
            case accept
            /// The user declines.
            case decline
            /// The user accepts these scopes and declines the others.
            case scopes([String])

            var json: JSON {
                switch self {
                case .accept: "accept"
                case .decline: "decline"
                case .scopes(let scopes): .list(scopes)
                }
            }
        }

        /// The URL to which the application sends the browser.
        public var authorizeURL: String
        /// The name that the user enters.
        public var user: String
        /// The password, or nil for the configured password.
        public var password: String?
        /// The user's response to the consent prompt.
        public var consent: Consent
        /// A one-time code, or nil for the code that is configured or was sent. On a page that registers a method, a mail address
        /// or number.
        public var oneTimeCode: String?
        /// The new password, for an expired password or a sign-up.
        public var newPassword: String?
        /// Whether the user stays signed in.
        public var staysSignedIn: Bool

        /// Creates a sign-in. By default the user accepts every prompt, and does not stay signed in.
        ///
        /// - Parameters:
        ///   - authorizeURL: The URL to which the application sends the browser.
        ///   - user: The name that the user enters.
        ///   - password: The password, or nil for the configured password.
        ///   - consent: The user's response to the consent prompt.
        ///   - oneTimeCode: A one-time code, or nil for the code that is configured or was sent.
        ///   - newPassword: The new password, for an expired password or a sign-up.
        ///   - staysSignedIn: Whether the user stays signed in.
        public init(
            _ authorizeURL: String, user: String, password: String? = nil, consent: Consent = .accept,
            oneTimeCode: String? = nil, newPassword: String? = nil, staysSignedIn: Bool = false
        ) {
            self.authorizeURL = authorizeURL
            self.user = user
            self.password = password
            self.consent = consent
            self.oneTimeCode = oneTimeCode
            self.newPassword = newPassword
            self.staysSignedIn = staysSignedIn
        }

        var json: JSON {
            .members([
                "authorizeUrl": .string(authorizeURL), "user": .string(user),
                "password": password.map { .string($0) }, "consent": consent.json,
                "mfa": oneTimeCode.map { .string($0) }, "newPassword": newPassword.map { .string($0) },
                "staySignedIn": .bool(staysSignedIn),
            ])
        }
    }

    /// The result of a sign-in.
    public struct SignInResult: Sendable, Hashable {
        /// The application's URL to which the browser is sent.
        public let location: String
        /// The parameters for the application: `code`, `state` or `error`.
        public let parameters: [String: String]
    }

    /// Performs the browser part of a sign-in: requests every page and posts every form, until the application receives its
    /// response. Stubs and the journal apply to these requests as to those of any browser, but delays are skipped.
    ///
    /// - Parameter signIn: The application's request, and the user's choices.
    /// - Throws: ``ControlError`` of status 422 if a page needs further input, with its ``ControlError/pageError``, and 400 for a
    ///   URL that is not an http or https URL, belongs to the control plane, or is too long.
    public func signIn(_ signIn: SignIn) throws(ControlError) -> SignInResult {
        let answer = try control.json(.control("POST", "signin", body: signIn.json))
        return SignInResult(
            location: try (answer["location"]?.string).promised("location"),
            parameters: answer["parameters"]?.texts ?? [:])
    }
}
