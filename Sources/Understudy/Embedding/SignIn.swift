import ControlPlane
#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    // Allowed (whole-foundation): Apple's systems have only the whole of Foundation, as a part of the system.
    public import Foundation
#endif
import Formats
import HTTP
import Protocol

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

        var text: String {
            switch self {
            case .accept: "accept"
            case .decline: "decline"
            case .scopes(let scopes): scopes.joined(separator: " ")
            }
        }
    }

    /// The URL to which the application sends the browser.
    public var url: URL
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
    ///   - url: The URL to which the application sends the browser.
    ///   - user: The name that the user enters.
    ///   - password: The password, or nil for the configured password.
    ///   - consent: The user's response to the consent prompt.
    ///   - oneTimeCode: A one-time code, or nil for the code that is configured or was sent. For a push notification, `deny` or
    ///     the number to type, or nil for an approval.
    ///   - newPassword: The new password, for an expired password or a sign-up.
    ///   - staysSignedIn: Whether the user stays signed in.
    public init(
        _ url: URL, user: String, password: String? = nil, consent: Consent = .accept,
        oneTimeCode: String? = nil, newPassword: String? = nil, staysSignedIn: Bool = false
    ) {
        self.url = url
        self.user = user
        self.password = password
        self.consent = consent
        self.oneTimeCode = oneTimeCode
        self.newPassword = newPassword
        self.staysSignedIn = staysSignedIn
    }
}

/// The result of a sign-in.
public struct SignInResult: Sendable, Hashable {
    /// The application's URL to which the browser is sent.
    public let callbackURL: URL
    /// The parameters for the application: `code`, `state` or `error`.
    public let parameters: [String: String]
}

extension UnderstudyServer {
    /// Performs the browser part of a sign-in: requests every page and posts every form, until the application receives its
    /// response. Stubs and the journal apply to these requests as to those of any browser, but delays are skipped.
    ///
    /// - Parameter signIn: The application's request, and the user's choices.
    /// - Throws: ``ControlError`` of status 422 if a page needs further input, with its ``ControlError/pageError``, and 400 for a
    ///   URL that is not an http or https URL, belongs to the control plane, or is too long.
    public func signIn(
        _ signIn: Understudy::SignIn
    ) throws(Understudy::ControlError) -> Understudy::SignInResult {
        let result = try control.call { (server) throws(ProblemDocument) in
            let drive = try SignInDrive(
                checking: signIn.url.absoluteString, user: signIn.user, password: signIn.password,
                consent: signIn.consent.text, mfa: signIn.oneTimeCode, newPassword: signIn.newPassword,
                staysSignedIn: signIn.staysSignedIn)
            return try drive.run(
                origin: control.origin, services: control.services, maximumURL: server.maximumURL,
                send: control.respond(to:isSecure:))
        }
        var parameters: [String: String] = [:]
        // Allowed (character): the program of the test, not a client, chooses the keys of the public type.
        for field in result.parameters.fields { parameters[field.name] = field.value }
        // Allowed (parsed-url): the caller receives a URL, and the server makes no decision by it.
        let url = try URL(string: result.location).unwrapped("location")
        return Understudy::SignInResult(callbackURL: url, parameters: parameters)
    }
}
