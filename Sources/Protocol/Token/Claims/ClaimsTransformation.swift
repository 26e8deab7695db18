import Directory
import Formats

/// The methods of claims transformations as pure functions of their inputs (docs/reference/protocol.md#claims-transformations).
enum ClaimsTransformation {
    struct Input: Sendable {
        let name: String
        var value: String
    }

    /// Returns the result of a method, or nil if an input is missing. A method with one input takes the last one.
    static func result(of method: ClaimsMappingPolicy.Transformation.Method, _ inputs: [Input]) -> String? {
        func input(_ name: String) -> String? { inputs.first { $0.name.isExactlyIgnoringASCIICase(name) }?.value }
        switch method {
        case .join:
            guard let first = input("string1"), let second = input("string2") else { return nil }
            return first + (input("separator") ?? "") + second
        case .extractMailPrefix: return inputs.last.map { $0.value.upTo("@") }
        case .toLowercase: return inputs.last.map { $0.value.asciiLowercased }
        case .toUppercase: return inputs.last.map { $0.value.asciiUppercased }
        case .createStringClaim: return input("value")
        case .regexReplace:
            guard let text = input("sourceClaim"), let pattern = input("regex"), let template = input("replacement")
            else { return nil }
            let replaced = RegularExpression.replacing(pattern, in: text, groups: names(in: template)) { groups in
                filled(template) { groups[$0] ?? input($0) }
            }
            // Without a match, the claim has the value of the input.
            return replaced ?? text
        }
    }

    /// Returns the names in braces.
    private static func names(in template: String) -> [String] {
        template.pieces(separatedBy: "{", keepingEmpty: true).dropFirst().map { $0.upTo("}") }
    }

    /// Returns the template with the values of the names in braces. A name without a value has no text.
    private static func filled(_ template: String, _ value: (String) -> String?) -> String {
        let parts = template.pieces(separatedBy: "{", keepingEmpty: true)
        return parts.dropFirst().reduce(parts.first ?? "") { text, part in
            let name = part.upTo("}")
            guard let rest = part.dropping(prefix: name + "}") else { return text + "{" + part }
            return text + (value(name) ?? "") + rest
        }
    }
}
