import Formats
import Synchronization

/// A cache of the parameters and scopes of a request, computed on first use. Many matches with many conditions therefore cost
/// little for a request with many parameters or scopes.
final class ExchangeLookup: Sendable {
    private struct Tables {
        var values: [ExactString: [String]]?
        var scopes: Set<ExactString>?
    }

    private let tables = Mutex(Tables())

    /// Returns all values of a parameter, form before query.
    func values(of name: String, in facts: ExchangeFacts) -> [String] {
        tables.withLock { tables in
            let values = tables.values ?? ExchangeLookup.values(facts)
            tables.values = values
            return values[ExactString(name)] ?? []
        }
    }

    /// Whether the request contains a scope, without regard to case.
    func hasScope(_ scope: String, in facts: ExchangeFacts) -> Bool {
        tables.withLock { tables in
            let scopes = tables.scopes ?? Set(facts.scopes.map { ExactString($0.asciiLowercased) })
            tables.scopes = scopes
            return scopes.contains(ExactString(scope.asciiLowercased))
        }
    }

    private static func values(_ facts: ExchangeFacts) -> [ExactString: [String]] {
        var values: [ExactString: [String]] = [:]
        for form in [facts.form, facts.query] {
            for field in form?.fields ?? [] { values[ExactString(field.name), default: []].append(field.value) }
        }
        return values
    }
}
