import Formats

/// Request parameters in order, written as a literal. A `nil` value removes a parameter in `with(_:)`.
struct Parameters: Sendable, ExpressibleByDictionaryLiteral {
    private var pairs: [(name: String, value: String?)]

    init(dictionaryLiteral elements: (String, String?)...) {
        pairs = elements.map { (name: $0.0, value: $0.1) }
    }

    /// Returns a copy in which the others replace parameters of the same name.
    func with(_ others: Parameters) -> Parameters {
        var result = self
        result.pairs.removeAll { pair in others.pairs.contains { $0.name == pair.name } }
        result.pairs += others.pairs
        return result
    }

    /// Returns a copy with the others appended, including repeated names.
    func adding(_ others: Parameters) -> Parameters {
        var result = self
        result.pairs += others.pairs
        return result
    }

    var form: Form {
        Form(pairs.compactMap { pair in pair.value.map { Form.Field(pair.name, $0) } })
    }

    var encoded: String { form.encoded }

    var names: [String] { form.fields.map(\.name) }
}
