import ArgumentParser
import ClientTools
import ControlPlane
import Directory
import Entra
import Formats
import Understudy

/// The changes in an application's tokens from v1 to v2. The comparison uses the configuration, or, with the application's
/// secret, two tokens of the running server.
struct AppComparison {
    private struct Part {
        let token: String
        let subject: String
        let resource: String?
        let remark: String
        let claims: ClaimComparison
    }

    private let clientID: String
    private let parts: [Part]

    init(of clientID: String, asked: MigrateCommand) throws {
        self.clientID = clientID
        do {
            parts =
                try asked.secret.map { try AppComparison.served(clientID, $0, asked) }
                ?? AppComparison.configured(clientID, asked)
        } catch let failure as StartFailure {
            Output.errors(failure.lines)
            throw ExitCode(failure.exitCode)
        } catch let failure as TokenComparison.Failure {
            Output.errors([failure.message])
            throw ExitCode(1)
        } catch let failure as TranslationFailure {
            Output.errors([failure.message])
            throw ExitCode.validationFailure
        }
    }

    private static func configured(_ clientID: String, _ asked: MigrateCommand) throws -> [Part] {
        let configuration = try CurrentConfiguration.read(asked.server.given)
        let comparisons = try TokenComparison.all(
            of: clientID, for: asked.user, resources: asked.resource, in: configuration)
        return comparisons.map {
            Part(
                token: $0.token, subject: $0.subject, resource: $0.resource, remark: $0.remark,
                claims: ClaimComparison($0.v1, $0.v2))
        }
    }

    // MARK: The running server

    private static func served(_ clientID: String, _ secret: String, _ asked: MigrateCommand) throws -> [Part] {
        guard !asked.resource.isEmpty else {
            throw StartFailure.usage("--secret requires --resource, the API to compare")
        }
        let options = try EffectiveOptions.read(asked.server.given)
        let tenant = try asked.tenant ?? home(of: clientID, asked)
        return try asked.resource.map { resource in
            let scope = try ResourceTranslation.scope(of: resource).to
            let v1 = try token("/\(tenant)/oauth2/token", clientID, secret, Form.Field("resource", resource), options)
            let v2 = try token("/\(tenant)/oauth2/v2.0/token", clientID, secret, Form.Field("scope", scope), options)
            let version = v2.first { $0.name == "ver" }?.value.string ?? ""
            return Part(
                token: "access_token", subject: clientID, resource: resource,
                remark:
                    "issued by the server from both endpoints; version \(version), as the API's registration requires",
                claims: ClaimComparison(v1, v2))
        }
    }

    private static func home(of clientID: String, _ asked: MigrateCommand) throws -> String {
        let directory = try CurrentConfiguration.read(asked.server.given).directory
        guard let home = directory.registration(of: ClientID(clientID)) else {
            throw StartFailure.usage(
                "--tenant is required: the configuration has no application with the client id \(clientID)")
        }
        return home.tenant.id.description
    }

    /// Returns the claims of a token that the application requests for itself.
    private static func token(
        _ path: String, _ clientID: String, _ secret: String, _ field: Form.Field, _ options: ServerOptions
    ) throws(StartFailure) -> [JSONValue.Member] {
        let form = Form([
            Form.Field("grant_type", "client_credentials"), Form.Field("client_id", clientID),
            Form.Field("client_secret", secret), field,
        ])
        let answer = try LocalRequest.post(path, form, options)
        let body = JSONValue(parsing: answer.body)
        guard answer.status == 200, let token = body?["access_token"]?.string else {
            throw .system("\(path): \(body?["error_description"]?.string ?? "status \(answer.status)")")
        }
        let parts = token.utf8.split(separator: UInt8(ascii: "."))
        guard parts.count == 3, let payload = Base64.decodeURL(parts[1]),
            let claims = JSONValue(parsing: payload)?.object
        else { throw .system("\(path): the access token is not a JWT") }
        return claims
    }

    // MARK: Printing

    var json: JSONValue {
        .object([
            JSONValue.Member("kind", .string("app")), JSONValue.Member("from", .string(clientID)),
            JSONValue.Member(
                "comparisons",
                .array(
                    parts.map { part in
                        .object([
                            JSONValue.Member("token", .string(part.token)),
                            JSONValue.Member("subject", .string(part.subject)),
                            JSONValue.Member("resource", part.resource.map(JSONValue.string) ?? .null),
                            JSONValue.Member("remark", .string(part.remark)),
                            JSONValue.Member("claims", part.claims.json),
                        ])
                    })),
        ])
    }

    var lines: [String] {
        guard !parts.isEmpty else {
            return ["\(clientID) signs in no user and lists no API: set an API with --resource"]
        }
        let blocks = parts.map { part in
            let api = part.resource.map { " for \($0)" } ?? ""
            let title = "\(part.token)\(api), of \(part.subject): \(part.remark)"
            guard !part.claims.changed.isEmpty else { return title + "\n  no claim changes" }
            return ([title] + part.claims.lines.map { "  \($0)" }).joined(separator: "\n")
        }
        return [blocks.joined(separator: "\n\n")]
    }
}
