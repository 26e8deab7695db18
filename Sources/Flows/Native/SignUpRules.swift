import Directory
import Entra
import Wire

/// What signing up to an application of an external tenant takes.
struct SignUpRules: Sendable {
    /// An attribute that is asked for.
    struct Attribute: Sendable {
        let name: String
        let isRequired: Bool
        /// POSIX extended regular expression; nil: anything.
        let pattern: String?

        func accepts(_ value: String) -> Bool { pattern.map { PosixPattern.matches(value, $0) } ?? true }

        /// As `required_attributes` lists it (msal-wire §7.4).
        var json: JSONValue {
            let options = pattern.map { [JSONValue.Member("options", .object([.init("regex", .string($0))]))] } ?? []
            return .object(
                [
                    .init("name", .string(name)), .init("type", .string("string")),
                    .init("required", .bool(isRequired)),
                ] + options)
        }
    }

    let attributes: [Attribute]
    let wantsPassword: Bool
}

extension SignUpRules {
    /// Nil where nobody signs up by themselves.
    init?(for application: Application, in tenant: Tenant) {
        return nil
    }
}
