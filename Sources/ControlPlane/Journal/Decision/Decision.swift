import Directory
import Entra
import Formats
import HTTP
import Protocol
import Store

/// The reasons for the response to a request. The rules of the protocol core run again on the recorded journal entry.
struct Decision {
    let item: Journal.Item
    let facts: RequestFacts
    let response: RecordedResponse
    let reader: JournalReader
    /// The tenant of the request, or the user's tenant if the path names none.
    let tenant: Tenant?
    /// The client's registration as the tenant resolves it.
    let client: Application?

    init(_ item: Journal.Item, _ reader: JournalReader) {
        self.item = item
        self.reader = reader
        facts = item.entry.facts(in: item.directory, reader.sealing)
        response = RecordedResponse(item.entry)
        tenant = facts.tenants.lazy.compactMap(item.directory.tenant).first
        let id = facts.clientID.map(ClientID.init)
        client = id.flatMap { [tenant] in item.directory.registration(of: $0, in: tenant)?.application }
    }

    /// The members of `decision`. Parts that do not apply to the request are left out.
    var members: [JSONValue.Member] {
        let parts: [(String, JSONValue?)] = [
            ("tenant", tenantPart), ("client", clientPart), ("redirectUri", redirectURI), ("scopes", scopes),
            ("consent", consent), ("presented", presented), ("page", page), ("code", issuedCode), ("tokens", tokens),
            ("error", error),
        ]
        return parts.compactMap { name, value in value.map { JSONValue.Member(name, $0) } }
    }

    // MARK: - Tenant and client

    private var tenantPart: JSONValue? {
        guard let segment = facts.tenantSegment ?? tenant?.id.description else { return nil }
        guard let tenant else {
            let isWord = [.common, .organizations, .consumers, .adfs].contains(TenantSegment.parse(segment))
            var members = [JSONValue.Member("asked", .string(segment))]
            if !isWord { members.append(.init("known", .bool(false))) }
            return .object(members)
        }
        return .object([
            .init("asked", .string(segment)), .init("id", .string(tenant.id.description)),
            .init("displayName", .string(tenant.displayName)), .init("kind", .string(tenant.kind.rawValue)),
        ])
    }

    private var clientPart: JSONValue? {
        guard let id = facts.clientID else { return nil }
        guard let client else {
            return .object([.init("asked", .string(id)), .init("registered", .bool(false))])
        }
        let home = item.directory.registration(of: client.clientID, in: tenant)?.tenant
        return .object([
            .init("appId", .string(client.appId)), .init("displayName", .string(client.displayName)),
            .init("registered", .bool(true)), .init("home", home.map { .string($0.displayName) } ?? .null),
            .init("signInAudience", .string(client.signInAudience.rawValue)),
        ])
    }

    // MARK: - Redirect URI

    private var redirectURI: JSONValue? {
        guard let client, let id = facts.clientID,
            facts.endpoint == "authorize" || facts.parameter("redirect_uri") != nil,
            facts.endpoint != "logout"
        else { return nil }
        let requestedURI = facts.form?[Parameter.redirectURI] ?? facts.query?[Parameter.redirectURI]
        var members = [JSONValue.Member("asked", requestedURI.map(JSONValue.string) ?? .null)]
        do throws(EntraError) {
            let target = try RedirectURIRules.resolve(
                requestedURI, registered: client.redirectURIs, clientID: id, audience: client.signInAudience)
            members.append(.init("matched", .string(target.registered.uri.string)))
            members.append(.init("platform", .string(target.platform.rawValue)))
            let rules = RedirectURIRules.exceptions(
                matching: requestedURI ?? "", to: target.registered.uri.string)
            if !rules.isEmpty { members.append(.init("rule", .string(rules.joined(separator: " and ")))) }
        } catch {
            // An endpoint that succeeds either ignores the parameter or has a rule of its own.
            guard response.failure != nil else { return nil }
            members.append(.init("matched", .null))
            members.append(.init("error", .string(error.code.name)))
            members.append(
                .init("registered", .array(client.redirectURIs.prefix(20).map { .string($0.uri.string) })))
        }
        return .object(members)
    }

    // MARK: - Presented and issued grants

    private var presented: JSONValue? {
        facts.presentedGrant.map { grant in
            let kind = facts.form?[Parameter.code] == nil ? "refresh_token" : Parameter.code
            return grantPart(grant, kind)
        }
    }

    private var issuedCode: JSONValue? { response.issuedGrant(reader.sealing).map { grantPart($0, Parameter.code) } }

    private func grantPart(_ grant: IssuedGrant, _ kind: String) -> JSONValue {
        let user = item.directory.tenant(grant.tenant)?.user(grant.user)?.signInName
        return .object([
            .init("kind", .string(kind)), .init("clientId", .string(grant.client.description)),
            .init("tenant", .string(grant.tenant.description)),
            .init("user", .string(user ?? grant.user.description)),
            .init("scope", grant.scope.map(JSONValue.string) ?? .null),
            .init("resource", grant.resource.map(JSONValue.string) ?? .null),
            .init("platform", .string(grant.platform.rawValue)),
            .init("methods", .array(grant.authentication.methodReferences.map(JSONValue.string))),
        ])
    }

    private var tokens: JSONValue? {
        let tokens = response.tokens(reader.sealing)
        guard !tokens.isEmpty else { return nil }
        return .object(
            tokens.map { name, token in
                .init(name, .object([.init("header", token.header), .init("claims", token.claims)]))
            })
    }

    private var page: JSONValue? {
        guard let page = response.page else { return nil }
        var members = [JSONValue.Member("name", .string(page.name))]
        if let user = page.username { members.append(.init("username", .string(user))) }
        return .object(members)
    }

    // MARK: - Error

    private var error: JSONValue? {
        guard let failure = response.failure else { return nil }
        let texts: [(String, String?)] = [
            ("code", failure.code), ("error", failure.error), ("suberror", failure.suberror),
            ("message", failure.message), ("detail", failure.detail),
            ("fix", ErrorFix.fix(of: failure.code, for: self) ?? ErrorFix.path(of: self)),
        ]
        return .object(texts.compactMap { name, text in text.map { .init(name, .string($0)) } })
    }
}

/// The fix for a rejected request: the sentence of the catalog, with names from the directory if they help.
enum ErrorFix {
    static func fix(of code: String?, for decision: Decision) -> String? {
        guard let code, let row = AADSTS.named(code) else { return nil }
        return [row.fix, hint(code, decision)].compactMap(\.self).joined(separator: " ")
    }

    /// Returns the hint for a path without an endpoint, with the most similar path, or nil for any other path.
    static func path(of decision: Decision) -> String? {
        guard decision.facts.endpoint.isExactly(EndpointName.unknown), decision.response.isNotFound else { return nil }
        let path = decision.item.entry.request.path
        let tenant = path.pieces(separatedBy: "/", atMost: 2).first ?? "common"
        let known = ProtocolRoutes.all.map { route in
            let segments = route.pattern.pieces(separatedBy: "/").map { segment in
                segment.isExactly("{tenant}") ? tenant : segment.isExactly("{tenant=adfs}") ? "adfs" : segment
            }
            return "/" + segments.joined(separator: "/")
        }
        let near = Suggestion.nearest(to: path, among: known.filter { !$0.containsExactly("{") })
        return ["No endpoint has this path.", near.map { "Did you mean \($0)?" }].compactMap(\.self)
            .joined(separator: " ")
    }

    /// Returns a hint with the values that the directory has, or nil.
    static func hint(_ code: String, _ decision: Decision) -> String? {
        switch code {
        case AADSTS.redirectURIMismatch.name: redirectURI(decision)
        case AADSTS.tenantNotFound.name: tenant(decision)
        case AADSTS.applicationNotFound.name: application(decision)
        case AADSTS.unknownScope.name: permission(decision)
        default: nil
        }
    }

    private static func redirectURI(_ decision: Decision) -> String? {
        guard let uri = decision.facts.parameter(Parameter.redirectURI), let client = decision.client else {
            return nil
        }
        let uris = client.redirectURIs.map(\.uri.string)
        let near = uris.first { $0.isExactly(uri + "/") || "\($0)/".isExactly(uri) }
        if let near { return "\(near) is registered. The two URIs differ only in the trailing slash." }
        return (Suggestion.nearest(to: uri, among: uris) ?? uriOfSameHost(as: uri, among: uris)).map {
            "The nearest registered URI is \($0)."
        } ?? (uris.isEmpty ? nil : "The registered URIs are \(uris.prefix(5).joined(separator: ", ")).")
    }

    /// Returns the URI with the longest beginning in common, if the beginning goes on after the scheme.
    private static func uriOfSameHost(as uri: String, among uris: [String]) -> String? {
        let length = { (other: String) in zip(uri.utf8, other.utf8).prefix { $0 == $1 }.count }
        let scheme = uri.pieces(separatedBy: "/", atMost: 2).first.map { $0.utf8.count + 2 } ?? 0
        return uris.filter { length($0) >= scheme + 3 }.max { length($0) < length($1) }
    }

    private static func tenant(_ decision: Decision) -> String? {
        let names = decision.item.directory.tenants.prefix(100).flatMap(\.domains)
        return decision.facts.tenantSegment.flatMap { Suggestion.nearest(to: $0, among: names) }.map {
            "Did you mean \($0)?"
        }
    }

    private static func application(_ decision: Decision) -> String? {
        guard let clientID = decision.facts.clientID, let tenant = decision.tenant else { return nil }
        if let home = decision.item.directory.registration(of: ClientID(clientID))?.tenant {
            return "The application is registered in \(home.displayName). Its signInAudience excludes other tenants."
        }
        return Suggestion.nearest(to: clientID, among: tenant.applications.map(\.appId)).map { "Did you mean \($0)?" }
    }

    private static func permission(_ decision: Decision) -> String? {
        let apis = decision.item.directory.tenants.prefix(100).flatMap(\.applications)
        for scope in decision.facts.scopes {
            let parts = scope.pieces(separatedBy: "/")
            guard let name = parts.last else { continue }
            let resource = scope.splitAtLast("/")?.before
            let api =
                apis.first { api in api.identifierUris.contains { scope.hasExactPrefix($0) } }
                ?? decision.tenant?.application(.microsoftGraph, named: resource)
            let values = (api?.oauth2PermissionScopes ?? []).map(\.value)
            guard !values.contains(where: { $0.isExactlyIgnoringASCIICase(name) }) else { continue }
            if let near = Suggestion.nearest(to: name, among: values) { return "Did you mean \(near)?" }
        }
        return nil
    }
}

extension Tenant {
    /// Returns the API of Microsoft with the name, or the API with the ID if a scope names no API.
    fileprivate func application(_ id: ClientID, named name: String?) -> Application? {
        guard let name else { return application(id) }
        return application(identifierUri: name, in: cloud ?? .global) ?? application(ClientID(name))
    }
}
