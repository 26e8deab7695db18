import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// An application that uses version 2 of the native authentication API as the SDKs do. It knows two addresses and follows the links
/// of each response.
final class InteractionApp {
    let entra: MockEntra
    private(set) var site: Site
    var clientID = Lab.woodgrove.id
    var path = "/woodgrove.onmicrosoft.com"
    var token: String?
    /// The targets of the links in the last response.
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
    func enter(_ form: Parameters = ["scope": scope]) throws -> TestResponse {
        let response = try authorizeChallenge(Parameters(dictionaryLiteral: ("client_id", clientID)).with(form))
        if let next = response["continuation_token"] {
            token = next
            links = [:]
            for name in ["sign_in", "sign_up", "reset_password"] { links[name] = response[name] }
        }
        return response
    }

    func authorizeChallenge(_ form: Parameters) throws -> TestResponse {
        try site.post("\(path)/oauth2/v2.0/authorize-challenge", form)
    }

    /// Follows a link of the last response and keeps the links of a successful one.
    @discardableResult
    func follow(
        _ relation: String, _ members: [String: JSONValue] = [:], _ method: String = "POST"
    ) throws -> TestResponse {
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
    ) throws -> TestResponse {
        let response = try site.send(method, href, headers: ["Content-Type": type], body: body)
        guard response.status == 200 else { return response }
        if let next = response["continuationToken"] { token = next }
        let document = response.json
        let embedded = document?["_embedded"]?["methods"]?.array?.first
        links = [:]
        for source in [document, embedded] {
            for link in source?["_links"]?.object ?? [] { links[link.name] = link.value["href"]?.string }
        }
        return response
    }

    /// Starts the flow up to the request for a password or the notice that a code was sent.
    @discardableResult
    func begin(_ link: String, as username: String, _ form: Parameters = ["scope": scope]) throws -> TestResponse {
        try enter(form)
        try follow(link, ["username": .string(username)])
        return try follow("challenge")
    }

    /// Requests the code at the end and redeems it.
    func redeem(_ form: Parameters = [:]) throws -> TestResponse {
        let response = try authorizeChallenge(["continuation_token": token])
        guard let code = response["code"] else { return response }
        return try self.token(code, form)
    }

    func token(_ code: String, _ form: Parameters = [:]) throws -> TestResponse {
        let defaults: Parameters = [
            "grant_type": "authorization_code", "client_id": clientID, "code": code, "client_info": "true",
            "scope": InteractionApp.scope,
        ]
        return try site.post("\(path)/oauth2/v2.0/token", defaults.with(form))
    }

    func wasSent(to recipient: String) -> Bool {
        !entra.server.outbox.messages(to: recipient, now: entra.clock.now()).isEmpty
    }

    /// Returns the newest code that was sent to the recipient.
    func code(to recipient: String) throws -> JSONValue {
        let messages = entra.server.outbox.messages(to: recipient, now: entra.clock.now())
        return .string(try #require(messages.first).code)
    }
}

extension TestResponse {
    /// The status, code, inner code and AADSTS number of a version 2 error.
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
