import Crypto
import Directory
import Entra
package import Formats
import Store

/// A request of a browser that a page's form repeats: the parameters of its query, and the protocol parameters of its body.
protocol BrowserRequest: Sendable {
    var endpoint: EndpointVersion { get }
    var address: AuthorityAddress { get }
    var query: Form { get }
    var body: Form { get }
}

extension BrowserRequest {
    /// Returns the value of a parameter, or nil if the parameter is absent or empty.
    subscript(_ name: String) -> String? {
        guard let value = sent(name), !value.isEmpty else { return nil }
        return value
    }

    /// The parameter `state` as the response repeats it, or nil if the request has none. The service removes HTML from the value
    /// (docs/reference/protocol.md#parameter-state).
    var state: String? { self[Parameter.state].map(MarkupRemoval.withoutTags) }

    /// Returns the value of a parameter as sent, even if empty.
    func sent(_ name: String) -> String? { query[name] ?? body[name] }

    /// Returns the SHA-256 of the request, for requests of this kind.
    func digest(of kind: [String]) -> [UInt8] {
        let parts = kind + [endpoint == .v2 ? "v2" : "v1", address.path(""), query.encoded, body.encoded]
        return Digest.sha256(Array(parts.joined(separator: "\n").utf8))
    }

    /// Returns the target of a form that repeats the request. Query parameters stay in the query, and body parameters become hidden
    /// fields, so that the URL never grows.
    func formTarget(at path: String) -> FormTarget {
        let suffix = query.fields.isEmpty ? "" : "?" + query.encoded
        return FormTarget(action: address.path(path) + suffix, hidden: body.fields)
    }
}

/// The fields that a page's form, or a script in place of a browser, posts in addition to the OAuth parameters
/// (docs/reference/interface.md#sign-in-and-consent-pages). The type is a class because the immutable value passes through many
/// steps.
package final class PageSubmission: Sendable {
    package let username: String?
    package let password: String?
    package let consent: Consent?
    package let consentsForOrganization: Bool
    package let staySignedIn: Bool?
    package let skipsStaySignedIn: Bool
    package let account: String?
    package let repeatedPassword: String?
    private let attributes: [Form.Field]
    /// The value of a `PageAction`.
    package let action: String?
    package let flowToken: String?
    /// Whether the user followed a link of a page, which has no state, instead of pressing a button.
    package let isLink: Bool
    /// The one-time code without white space.
    package let oneTimeCode: String?
    /// Whether the user chose a way to prove the identity.
    package let choosesProof: Bool
    /// The position of the chosen way, counted from 1, or nil.
    let proof: Int?
    package let newProof: String?
    package let termsOfUse: String?
    package let termsOfUseName: String?
    package let currentPassword: String?
    package let newPassword: String?
    package let confirmNewPassword: String?
    /// The reason for which an administrator should consent, without surrounding white space.
    package let justification: String

    /// The user's response on the consent page.
    package enum Consent: Sendable, Equatable {
        case accept
        case decline
        /// Consent to these scopes only, as the page or the client names them.
        case only([String])
    }

    /// Returns the fields of a body that are carried from page to page: parameters of the protocol, and the client's ID of the
    /// request. Other fields belong to a page, or have no meaning.
    static func parameters(of body: Form) -> Form { Form(body.fields.filter { carried.contains($0.name) }) }

    private static let carried = Parameter.single.union(
        Set(exactly: [Parameter.clientRequestID, Parameter.returnClientRequestID]))

    /// The submission of a body without fields.
    static let none = PageSubmission(body: Form())

    package init(body: Form, isLink: Bool = false) {
        self.isLink = isLink
        username = body[PageField.username].map { String(Substring($0.utf8.trimmed)) }
        password = body[PageField.password]
        consent = body[PageField.consent].map { PageSubmission.consent($0, body) }
        consentsForOrganization = body[PageField.consentForOrganization] != nil
        action = PageField.action(in: body)
        // The page has a field for the answer Yes, and a button for the answer No.
        let answers = body.fields.filter { $0.name.isExactly(PageField.staySignedIn) }.map(\.value)
        staySignedIn =
            answers.isEmpty
            ? nil : answers.allSatisfy { $0 == "1" } && !action.isExactly(PageAction.notStaySignedIn)
        skipsStaySignedIn = body[PageField.dontShowAgain] != nil
        account = body[PageField.account]
        repeatedPassword = body[PageField.repeatedPassword]
        attributes = body.fields.filter { $0.name.hasExactPrefix(PageField.attributePrefix) }
        flowToken = body[PageField.flowToken]
        oneTimeCode = body[PageField.oneTimeCode].map {
            String(decoding: $0.utf8.filter { $0 > ASCII.space }, as: UTF8.self)
        }
        choosesProof = body[PageField.proof] != nil
        proof = body[PageField.proof].flatMap { ASCII.decimal($0.utf8) }
        newProof = body[PageField.newProof].map { String(Substring($0.utf8.trimmed)) }
        termsOfUse = body[PageField.termsOfUse]
        termsOfUseName = body[PageField.termsOfUseName]
        currentPassword = body[PageField.currentPassword]
        newPassword = body[PageField.newPassword]
        confirmNewPassword = body[PageField.confirmNewPassword]
        justification = String(Substring((body[PageField.justification] ?? "").utf8.trimmed))
    }

    /// Whether there is no page field, so that the request comes from the client and not from a page.
    package var isEmpty: Bool {
        username == nil && password == nil && consent == nil && staySignedIn == nil && account == nil && action == nil
            && flowToken == nil && !hasAccountFields && !consentsForOrganization && oneTimeCode == nil && !choosesProof
            && newProof == nil && termsOfUse == nil && currentPassword == nil
    }

    /// Whether the submission has a new password or attributes of the user.
    package var hasAccountFields: Bool { newPassword != nil || repeatedPassword != nil || hasAttributes }

    /// Whether the submission has attributes of the user, for sign-up or profile editing.
    var hasAttributes: Bool { !attributes.isEmpty }

    /// Returns the value of an attribute without surrounding white space, or nil if the field is absent or empty.
    func attribute(_ attribute: UserAttribute) -> String? {
        let name = PageField.attribute(attribute.name)
        let value = attributes.first { $0.name.isExactly(name) }.map { String(Substring($0.value.utf8.trimmed)) }
        return value.flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func consent(_ value: String, _ body: Form) -> Consent {
        switch value {
        case ConsentAnswer.accept: .accept
        case ConsentAnswer.decline: .decline
        case ConsentAnswer.page: .only(body.fields.filter { $0.name.isExactly(PageField.consentedScope) }.map(\.value))
        default: .only(value.pieces(separatedBy: " "))
        }
    }
}

extension FlowToken {
    /// Opens the state that a page's form sends back. Throws AADSTS165000 if the state is forged, or belongs to another browser or
    /// to another request. Throws AADSTS50089 if the page was open too long or has become obsolete. `client` is the client that
    /// the user signs in to, or nil if there is none.
    init(
        opening text: String, of requestDigest: [UInt8], in session: BrowserSession, client: ResolvedClient?,
        services: Services
    ) throws(EntraError) {
        // Allowed (secret-comparison): the digest of a request, in a value that only the server can seal.
        guard let token = FlowToken(sealed: text, keys: services.keys.sealing), token.requestDigest == requestDigest,
            session.showed(token)
        else { throw EntraError(.stateCookieMissing) }
        try token.checkAge(client, services)
        self = token
    }

    /// Throws AADSTS50089 for a page that was open too long, for a page from before a reset or a revocation that affects the page,
    /// and for a page of a user whose sign-in has ended since, by sign-out, revocation or another password.
    func checkAge(_ client: ResolvedClient?, _ services: Services) throws(EntraError) {
        let tenant = client?.authority.tenant?.id ?? authentication?.home.tenantID
        var subjects: [RevocationSubject] = [.everything]
        if let tenant { subjects.append(.tenant(tenant)) }
        if let tenant, let client { subjects.append(.application(client.application.clientID, tenant)) }
        guard services.now.seconds - issuedAt <= FlowToken.lifetime,
            services.store.revocation(of: subjects, after: order) == nil,
            authentication.map(services.isValid) ?? true
        else { throw EntraError(.flowTokenExpired) }
    }
}
