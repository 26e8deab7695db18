import Directory
import Entra
import Formats
import Store
import Testing
@testable import Understudy

/// An application with its own sign-in screens that validates responses as strictly as Microsoft's SDKs
/// (docs/reference/wire.md#native-auth-responses). The status of a success is 200, that of an error is 400 or 401, members have the
/// right JSON type and error codes are numbers.
final class NativeApp {
    let entra: MockEntra
    private(set) var site: Site
    var token: String?
    var clientID = Lab.woodgrove.id
    var challengeTypes = "oob password redirect"
    var capabilities: String? = "mfa_required registration_required"
    var path = "/woodgrove.onmicrosoft.com"

    init(_ entra: MockEntra) {
        self.entra = entra
        site = entra.site
    }

    struct Malformed: Error, CustomStringConvertible {
        let description: String
    }

    /// Sends a step with the common parameters and keeps the continuation token of the response, if any.
    @discardableResult
    func send(_ endpoint: NativeEndpoint, _ form: Parameters = [:]) throws -> TestResponse {
        let response = try site.post("\(path)/\(endpoint.path)", common(endpoint).with(form))
        try NativeApp.check(response)
        if let next = response["continuation_token"] { token = next }
        return response
    }

    /// Returns the parameters that every request to the endpoint has.
    func common(_ endpoint: NativeEndpoint) -> Parameters {
        let all: Parameters = ["client_id": clientID]
        return switch endpoint {
        case .initiate, .signUpStart, .resetStart:
            all.with(["challenge_type": challengeTypes, "capabilities": capabilities])
        case .challenge, .signUpChallenge, .resetChallenge:
            all.with(["challenge_type": challengeTypes, "continuation_token": token])
        case .token: all.with(["continuation_token": token, "client_info": "true", "scope": NativeApp.scope])
        default: all.with(["continuation_token": token])
        }
    }

    static let scope = "openid profile offline_access"

    /// Throws for a response that an SDK fails to decode.
    private static func check(_ response: TestResponse) throws {
        guard [200, 400, 401].contains(response.status) else {
            throw Malformed(description: "status \(response.status)")
        }
        guard let members = response.json?.object else { throw Malformed(description: "no JSON object") }
        for member in members {
            switch (member.name, member.value) {
            case ("code_length", .integer), ("interval", .integer), ("expires_in", .integer),
                ("poll_interval", .integer), ("ext_expires_in", .integer):
                break
            case ("code_length", _), ("interval", _), ("expires_in", _), ("poll_interval", _), (_, .null):
                throw Malformed(description: "\(member.name) is of the wrong type")
            case ("error_codes", let value):
                guard value.array?.allSatisfy({ $0.integer != nil }) == true else {
                    throw Malformed(description: "an error code is no number")
                }
            default: break
            }
        }
        if response.status == 200, response["challenge_type"] == "oob" {
            let target = response["challenge_target_label"] ?? response["challenge_target"]
            guard response["continuation_token"] != nil, target != nil, response["challenge_channel"] != nil,
                response.json?["code_length"] != nil
            else { throw Malformed(description: "a code's members are missing") }
        }
        if response.status != 200, response["error"] == nil { throw Malformed(description: "no error") }
    }

    /// Returns the user of the directory.
    func user(named name: String) -> User? {
        entra.server.directory.tenant(named: "woodgrove.onmicrosoft.com")?.user(named: name)
    }

    private static let tenant = TenantID("33333333-3333-4333-8333-333333333333")

    /// Changes a user of the directory.
    func change(_ name: String, _ change: (inout User) -> Void) {
        _ = try? entra.server.directoryStore.edit(NativeApp.tenant) { edit in
            if let user = edit.user(named: name) { _ = edit.update(user.id, change) }
        }
    }

    /// Removes users from the directory.
    func delete(_ names: [String]) {
        _ = try? entra.server.directoryStore.edit(NativeApp.tenant) { edit in
            for name in names { if let user = edit.user(named: name) { _ = edit.remove(user.id) } }
        }
    }

    /// The codes that were sent, newest first.
    var codes: [String] { entra.server.outbox.messages(now: entra.clock.now()).map(\.code) }

    /// Returns the newest code that was sent to the recipient.
    func code(to recipient: String) throws -> String {
        let messages = entra.server.outbox.messages(to: recipient, now: entra.clock.now())
        return try #require(messages.first).code
    }
}
