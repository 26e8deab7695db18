package import Formats
package import Protocol

/// The submitted form that mints a token. The form becomes the body of `POST /_understudy/tokens`, so that the same rules and
/// messages apply, and the page can show the request as a curl command.
package struct MintForm: Sendable {
    /// The text members of the request, in the order of the form.
    static let texts = ["tenant", "client", "user", "resource", "nonce", "lifetime"]
    /// The members that are lists in the request, and texts separated by spaces in the form.
    static let lists = ["scopes", "roles"]

    /// The body of the request.
    package let body: JSONValue

    /// Reads the form. Empty fields are absent from the request. Throws a problem of status 400 if the claims are not a JSON
    /// object.
    package init(_ form: Form) throws(ProblemDocument) {
        var members = [JSONValue.Member("kind", .string(form["kind"] ?? MintedToken.Kind.access.rawValue))]
        for name in MintForm.texts {
            if let value = form[name], !value.isEmpty { members.append(.init(name, .string(value))) }
        }
        for name in MintForm.lists {
            let values = (form[name] ?? "").pieces(separatedBy: " ")
            if !values.isEmpty { members.append(.init(name, .array(values.map(JSONValue.string)))) }
        }
        if let version = form["version"].flatMap({ ASCII.decimal($0.utf8) }) {
            members.append(.init("version", .integer(Int64(version))))
        }
        if let claims = form["claims"], !claims.isEmpty {
            guard let value = JSONValue(parsing: Array(claims.utf8)), value.object != nil else {
                throw .invalid("The claims must be a JSON object, such as {\"department\": \"Sales\"}.")
            }
            members.append(.init("claims", value))
        }
        let faults = form.fields.filter { $0.name.isExactly("fault") && !$0.value.isEmpty }
        if !faults.isEmpty { members.append(.init("faults", .array(faults.map { .string($0.value) }))) }
        body = .object(members)
    }

    /// The faults that the form offers, with their effects.
    package static let faults: [(value: String, text: String)] =
        [("", "none: a valid token")] + TokenFault.Kind.all.map { ($0.name, "\($0.name): \(effect(of: $0))") }

    /// Describes what a fault changes in a token.
    private static func effect(of fault: TokenFault.Kind) -> String {
        if let claim = fault.claim { return "\(claim.name) is \(claim.value)" }
        if fault.begins != nil { return "the validity begins later" }
        if fault.ends != nil { return "the validity is over" }
        if fault.isOfSignature { return "the signature or its key is wrong" }
        return "the token is broken"
    }
}
