import Synchronization
import Wire

/// What the matches of scripts and of the journal look up in an exchange: worked out once where the first one asks, so that many
/// matches of many members cost no more for a request of many parameters or scopes.
final class ExchangeLookup: Sendable {
    private struct Tables {
        var values: [ExactString: [String]]?
        var scopes: Set<ExactString>?
    }

    private let tables = Mutex(Tables())

    /// Every value of a parameter, form before query.
    func values(of name: String, in facts: ExchangeFacts) -> [String] {
        tables.withLock { tables in
            let values = tables.values ?? ExchangeLookup.values(facts)
            tables.values = values
            return values[ExactString(name)] ?? []
        }
    }

    /// Whether a scope is asked for, without regard to case.
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
