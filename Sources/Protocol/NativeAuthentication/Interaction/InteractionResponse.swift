import Crypto
import Directory
import Entra
import Formats
import Store

/// The response of version 2 to a step of a flow: the next action and its links (docs/reference/wire.md#native-auth-v2).
struct InteractionResponse {
    private let token: ContinuationToken
    private let step: NativeStep
    private let user: User?
    private let request: NativeRequest
    private let address: AuthorityAddress

    /// Returns the document of version 2 for a reply of version 1.
    static func document(
        _ reply: NativeResponse, to request: NativeRequest, at address: AuthorityAddress
    ) -> HALDocument {
        InteractionResponse(reply, request, address)?.document ?? webFallback
    }

    /// The document for a client that must continue in a browser.
    private static let webFallback = HALDocument([.init("state", .string("webFallbackRequired"))])

    /// Creates the response, or returns nil if the reply sends the client to a browser.
    private init?(_ reply: NativeResponse, _ request: NativeRequest, _ address: AuthorityAddress) {
        guard let text = reply[NativeParameter.continuationToken],
            let token = ContinuationToken(sealed: text, keys: request.services.keys.sealing),
            let step = NativeStep(rawValue: token.step)
        else { return nil }
        self.token = token
        self.step = step
        self.request = request
        self.address = address
        user = request.user(named: token.username)
    }

    /// The document, or nil if the user's method needs a browser.
    private var document: HALDocument? {
        let links = InteractionTable.links[step] ?? [:]
        guard let (link, action) = InteractionTable.actions.first(where: { links[$0.link] != nil }) else { return end }
        var document = HALDocument(members(state: "interactionRequired"))
        document.members.append(.init("action", .string(action)))
        if link == .submitAttributes {
            document.members.append(.init("attributes", .array(attributes)))
            document.links = [self.link(.submitAttributes)]
            return document
        }
        guard let method = InteractionMethod(at: step, of: token, user) else { return nil }
        if link == .challenge {
            let factor = step == .secondFactorRequired ? "multiFactor" : "singleFactor"
            document.members.append(
                .init("challengeContext", .object([.init("authenticationFactor", .string(factor))])))
            document.embedded = [
                .init("methods", [HALDocument(method.members, links: [self.link(.challenge, method)])])
            ]
            return document
        }
        document.members += method.members
        document.members += codeLength
        document.links = [self.link(link, method)]
        if links[.challenge] != nil {
            document.links.append(.init(InteractionLink.resend, to: href(.challenge, method)))
        }
        return document
    }

    private var end: HALDocument {
        let path = InteractionLink.authorizeChallengePath
        return HALDocument(
            members(state: "continue"), links: [.init(InteractionLink.continue, to: address.path(path))])
    }

    private func members(state: String) -> [JSONValue.Member] {
        let scenario = token.interaction?.scenario.map { [JSONValue.Member("scenario", .string($0))] } ?? []
        return [
            .init("continuationToken", .string(token.sealed(with: request.services.keys.sealing))),
            .init("state", .string(state)),
        ] + scenario
    }

    /// The length of the pending code in both members where clients read it.
    private var codeLength: [JSONValue.Member] {
        guard let code = token.pendingCode else { return [.init("payload", .object([]))] }
        let length = JSONValue.Member("codeLength", .integer(Int64(code.code.utf8.count)))
        return [length, .init("payload", .object([length]))]
    }

    // MARK: - Links

    private func link(_ link: InteractionLink, _ method: InteractionMethod? = nil) -> HALDocument.Link {
        .init(link.rawValue, to: href(link, method))
    }

    /// The path of a link. A path without an origin leads through the proxy of a browser app as well.
    private func href(_ link: InteractionLink, _ method: InteractionMethod?) -> String {
        address.path(link.path(type: method?.type ?? "", id: method?.id ?? ""))
    }

    // MARK: - Attributes

    /// The attributes that this step of a sign-up requests.
    private var attributes: [JSONValue] {
        guard let rules = SignUpRules(for: request.client.application, in: request.tenant) else { return [] }
        let email = attribute("email", "text", label: "Email Address")
        let password = attribute(
            Parameter.password, Parameter.password, label: "Password", confirmationInput: "retype")
        let provided = token.attributes.flatMap { try? NativeAttributes(parsing: $0) } ?? NativeAttributes()
        let others = rules.missing(in: token, provided).map {
            attribute(
                $0.name, "text", label: PageTexts.english[$0.pageLabel], isRequired: $0.isRequired, pattern: $0.pattern)
        }
        return switch step {
        case .signUpEntered: [email]
        case .credentialRequired: [password] + others
        default: others
        }
    }

    private func attribute(
        _ id: String, _ inputType: String, label: String, isRequired: Bool = true, pattern: String? = nil,
        confirmationInput: String? = nil
    ) -> JSONValue {
        let optional = [("regex", pattern), ("confirmationInput", confirmationInput)].compactMap { name, text in
            text.map { JSONValue.Member(name, .string($0)) }
        }
        return .object(
            [
                .init("attributeId", .string(id)), .init("inputType", .string(inputType)),
                .init("hidden", .bool(false)), .init("required", .bool(isRequired)),
                .init("canChange", .bool(true)), .init("label", .string(label)),
            ] + optional)
    }
}

/// The authentication method of a step: the parts that a client shows, and the parts of its links.
struct InteractionMethod: Sendable {
    /// The ID of the method, which stays the same across steps.
    let id: String
    /// The type: `password`, `email` or `sms`.
    let type: String
    /// The masked address, or nil for a password.
    let hint: String?

    private init(_ method: NativeMethod, of username: String) {
        self.init(method.target?.channel.rawValue ?? method.challengeType, to: method.target?.recipient, of: username)
    }

    private init(_ type: String, to recipient: String?, of username: String) {
        self.type = type
        id = GUID(derivedFrom: "authentication method", username.asciiLowercased, recipient ?? type).description
        hint = recipient.map(NativeCode.masked)
    }

    /// Creates the method, or returns nil if the step has none or the user's method needs a browser.
    init?(at step: NativeStep, of token: ContinuationToken, _ user: User?) {
        let username = token.username
        switch step {
        case .passwordRequired, .resetVerified, .resetSubmitted:
            self.init(.password, of: username)
        case .signInStarted:
            guard let user, let method = NativeMethod.first(of: user, in: token.tenant) else { return nil }
            self.init(method, of: username)
        case .resetStarted:
            guard let user, user.identityProvider == nil else { return nil }
            self.init(.code(.reset(of: user)), of: username)
        case .secondFactorRequired, .riskCheckRequired:
            guard let target = user.flatMap(NativeSecondFactor.target) else { return nil }
            self.init(.code(target), of: username)
        default:
            guard let recipient = token.pendingCode?.recipient else { return nil }
            let isMail = recipient.utf8.contains(UInt8(ascii: "@"))
            let channel: Outbox.Channel = isMail ? .email : .sms
            self.init(channel.rawValue, to: recipient, of: username)
        }
    }

    func isNamed(type: String, id: String) -> Bool {
        self.type.isExactlyIgnoringASCIICase(type) && self.id.isExactlyIgnoringASCIICase(id)
    }

    var members: [JSONValue.Member] {
        let own: [JSONValue.Member] = [.init("id", .string(id)), .init("type", .string(type))]
        return own + (hint.map { [.init("hint", .string($0))] } ?? [])
    }
}
