import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// An application that speaks version 2 of the native authentication API as the SDKs do: it knows two addresses and follows
/// links from there, by what the last answer said.
final class InteractionApp {
    let entra: MockEntra
    private(set) var site: Site
    var clientID = Lab.woodgrove.id
    var path = "/woodgrove.onmicrosoft.com"
    var token: String?
    /// Where the links of the last answer lead.
    private(set) var links: [String: String] = [:]

    init(_ entra: MockEntra) {
        self.entra = entra
        site = entra.site
    }

    struct NoLink: Error, CustomStringConvertible {
        let description: String
    }

    static let scope = "openid profile offline_access"

    @discardableResult
    func enter(_ form: Parameters = ["scope": scope]) throws -> Answer {
        let answer = try authorizeChallenge(Parameters(dictionaryLiteral: ("client_id", clientID)).with(form))
        if let next = answer["continuation_token"] {
            token = next
            links = [:]
            for name in ["sign_in", "sign_up", "reset_password"] { links[name] = answer[name] }
        }
        return answer
    }

    func authorizeChallenge(_ form: Parameters) throws -> Answer {
        try site.post("\(path)/oauth2/v2.0/authorize-challenge", form)
    }

    /// Follows a link of the last answer, and keeps what a success leads to.
    @discardableResult
    func follow(
        _ relation: String, _ members: [String: JSONValue] = [:], _ method: String = "POST"
    ) throws -> Answer {
        guard let href = links[relation] else { throw NoLink(description: "no link \(relation) in \(links.keys)") }
        var body = members
        if body["continuationToken"] == nil, let token { body["continuationToken"] = .string(token) }
        let text = String(
            decoding: JSONWriter.value(.object(body.map { JSONValue.Member($0.key, $0.value) })), as: UTF8.self)
        return try send(method, href, text)
    }

    @discardableResult
    func send(
        _ method: String, _ href: String, _ body: String, type: String = "application/json"
    ) throws -> Answer {
        let answer = try site.send(method, href, headers: ["Content-Type": type], body: body)
        guard answer.status == 200 else { return answer }
        if let next = answer["continuationToken"] { token = next }
        let document = answer.json
        let embedded = document?["_embedded"]?["methods"]?.array?.first
        links = [:]
        for source in [document, embedded] {
            for link in source?["_links"]?.object ?? [] { links[link.name] = link.value["href"]?.string }
        }
        return answer
    }

    /// To where the answer asks for a password or says that a code was sent.
    @discardableResult
    func begin(_ link: String, as username: String, _ form: Parameters = ["scope": scope]) throws -> Answer {
        try enter(form)
        try follow(link, ["username": .string(username)])
        return try follow("challenge")
    }

    /// The code at the end, and what it is worth.
    func redeem(_ form: Parameters = [:]) throws -> Answer {
        let answer = try authorizeChallenge(["continuation_token": token])
        guard let code = answer["code"] else { return answer }
        return try self.token(code, form)
    }

    func token(_ code: String, _ form: Parameters = [:]) throws -> Answer {
        let usual: Parameters = [
            "grant_type": "authorization_code", "client_id": clientID, "code": code, "client_info": "true",
            "scope": InteractionApp.scope,
        ]
        return try site.post("\(path)/oauth2/v2.0/token", usual.with(form))
    }

    func wasSent(to recipient: String) -> Bool {
        !entra.server.outbox.messages(to: recipient, now: entra.clock.now()).isEmpty
    }

    /// The newest code that was sent to somebody.
    func code(to recipient: String) throws -> JSONValue {
        let messages = entra.server.outbox.messages(to: recipient, now: entra.clock.now())
        return .string(try #require(messages.first).code)
    }
}

extension Answer {
    /// What an error of version 2 says: status, code, inner code, number.
    var failure: Failure? {
        guard let error = json?["error"], let code = error["code"]?.string else { return nil }
        return Failure(status, code, error["innerError"]?["code"]?.string, self.code ?? 0)
    }

    struct Failure: Equatable, CustomStringConvertible {
        let status: Int
        let code: String
        let inner: String?
        let number: Int

        init(_ status: Int, _ code: String, _ inner: String?, _ number: Int) {
            self.status = status
            self.code = code
            self.inner = inner
            self.number = number
        }

        var description: String { "\(status) \(code) \(inner ?? "-") \(number)" }
    }
}
