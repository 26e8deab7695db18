import Directory
package import Entra
import Formats
package import Protocol

extension StubbedError {
    /// Returns the error, with the values of the request in its message.
    package func error(for facts: RequestFacts) -> EntraError {
        let client = facts.clientID.flatMap { facts.directory.registration(of: ClientID($0))?.application.displayName }
        return EntraError(
            code,
            [
                .clientID: facts.clientID ?? "", .clientName: client ?? "",
                .user: facts.person.name(in: facts.directory) ?? "", .tenant: facts.tenantSegment ?? "",
                .redirectURI: facts.parameter(Parameter.redirectURI) ?? "",
                .resource: StubbedError.resource(facts), .scope: facts.parameter(Parameter.scope) ?? "",
            ], suberror: suberror, claims: claims, detail: "A stub requested this error.")
    }

    /// Returns the resource that a request names: its own parameter, the first scope with a resource, or Microsoft Graph.
    private static func resource(_ facts: RequestFacts) -> String {
        if let resource = facts.parameter(Parameter.resource) { return resource }
        let named = facts.scopes.lazy.compactMap { scope in
            scope.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(scope[..<$0]) }
        }
        return named.first ?? ClientID.microsoftGraph.description
    }
}

extension StubbedError {
    /// Returns the error with a code such as `50076`, `AADSTS50076` or `AADB2C90118`. Returns nil if the catalog has no such code.
    static func code(_ value: JSONValue) -> AADSTS? {
        switch value {
        case .integer(let number): return Int(exactly: number).flatMap(AADSTS.lookup)
        case .string(let text):
            if let row = byName[ByteString(text.asciiLowercased)] { return row }
            return ASCII.decimal(text.utf8).flatMap(AADSTS.lookup)
        default: return nil
        }
    }

    private static let byName = Dictionary(
        (AADSTS.catalog + AADB2C.catalog).map { (ByteString($0.name.asciiLowercased), $0) }
    ) {
        first, _ in first
    }

    static let names = (AADSTS.catalog + AADB2C.catalog).map(\.name)
}
