import Entra
import Formats
import Synchronization

/// The OAuth rules for all parameters (RFC 6749 §3.1, §3.2).
extension Form {
    /// Returns the value of a parameter, or nil if the parameter is missing or empty.
    func parameter(_ name: String) -> String? {
        guard let value = self[name], !value.isEmpty else { return nil }
        return value
    }

    /// Rejects repeated parameters. Throws AADSTS9000411 if one of these names occurs more than once.
    func rejectRepeated(_ names: Set<ByteString> = Parameter.single) throws(EntraError) {
        guard let name = firstDuplicate(where: { names.contains($0) }) else { return }
        throw EntraError(.duplicateParameter, [.parameter: name])
    }
}

/// A cache of the parameters and scopes of a request, computed on first use. Many matches with many conditions therefore cost
/// little for a request with many parameters or scopes.
final class ParameterLookup: Sendable {
    private struct Tables {
        var values: [ByteString: [String]]?
        var scopes: Set<ByteString>?
    }

    private let tables = Mutex(Tables())

    /// Returns all values of a parameter, form before query.
    func values(of name: String, in facts: RequestFacts) -> [String] {
        tables.withLock { tables in
            let values = tables.values ?? ParameterLookup.values(facts)
            tables.values = values
            return values[ByteString(name)] ?? []
        }
    }

    /// Whether the request contains a scope, without regard to case.
    func hasScope(_ scope: String, in facts: RequestFacts) -> Bool {
        tables.withLock { tables in
            let scopes = tables.scopes ?? Set(facts.scopes.map { ByteString($0.asciiLowercased) })
            tables.scopes = scopes
            return scopes.contains(ByteString(scope.asciiLowercased))
        }
    }

    private static func values(_ facts: RequestFacts) -> [ByteString: [String]] {
        var values: [ByteString: [String]] = [:]
        for form in [facts.form, facts.query] {
            for field in form?.fields ?? [] { values[ByteString(field.name), default: []].append(field.value) }
        }
        return values
    }
}
