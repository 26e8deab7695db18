import Directory
import Entra
import Formats
import Protocol

/// The fix for a rejected request: the sentence of the error guide, with names from the directory if they help.
enum ErrorFix {
    static func fix(of code: String?, for decision: Decision) -> String? {
        guard let code, let row = ErrorGuide.named(code) else { return nil }
        return [row.fix, hint(code, decision)].compactMap(\.self).joined(separator: " ")
    }

    /// Returns a hint with the values that the directory has, or nil.
    private static func hint(_ code: String, _ decision: Decision) -> String? {
        switch code {
        case AADSTS.redirectURIMismatch.name: redirectURI(decision)
        case AADSTS.tenantNotFound.name: tenant(decision)
        case AADSTS.applicationNotFound.name: application(decision)
        case AADSTS.unknownScope.name: permission(decision)
        default: nil
        }
    }

    private static func redirectURI(_ decision: Decision) -> String? {
        guard let asked = decision.facts.parameter(Parameter.redirectURI), let client = decision.client else {
            return nil
        }
        let uris = client.redirectURIs.map(\.uri.string)
        let near = uris.first { $0.isExactly(asked + "/") || "\($0)/".isExactly(asked) }
        if let near { return "\(near) is registered. The two URIs differ only in the trailing slash." }
        return Suggestion.nearest(to: asked, among: uris).map { "The nearest registered URI is \($0)." }
            ?? (uris.isEmpty ? nil : "The registered URIs are \(uris.prefix(5).joined(separator: ", ")).")
    }

    private static func tenant(_ decision: Decision) -> String? {
        let names = decision.item.directory.tenants.prefix(100).flatMap(\.domains)
        return decision.facts.tenantSegment.flatMap { Suggestion.nearest(to: $0, among: names) }.map {
            "Did you mean \($0)?"
        }
    }

    private static func application(_ decision: Decision) -> String? {
        guard let asked = decision.facts.clientID, let tenant = decision.tenant else { return nil }
        if let home = decision.item.directory.registration(of: ClientID(asked))?.tenant {
            return "The application is registered in \(home.displayName). Its signInAudience excludes other tenants."
        }
        return Suggestion.nearest(to: asked, among: tenant.applications.map(\.appId)).map { "Did you mean \($0)?" }
    }

    private static func permission(_ decision: Decision) -> String? {
        let apis = decision.item.directory.tenants.prefix(100).flatMap(\.applications)
        for scope in decision.facts.scopes {
            let parts = scope.pieces(separatedBy: "/")
            guard let name = parts.last else { continue }
            let api = apis.first { api in api.identifierUris.contains { scope.hasExactPrefix($0) } }
            let values = (api?.oauth2PermissionScopes ?? []).map(\.value)
            guard !values.contains(where: { $0.isExactlyIgnoringASCIICase(name) }) else { continue }
            if let near = Suggestion.nearest(to: name, among: values) { return "Did you mean \(near)?" }
        }
        return nil
    }
}
