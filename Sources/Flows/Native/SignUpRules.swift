import Directory
import Entra
import Wire

/// What signing up to an application of an external tenant takes: the user flow that the application is linked to.
struct SignUpRules: Sendable {
    let attributes: [UserAttribute]
    let wantsPassword: Bool

    /// Nil where nobody signs up by themselves.
    init?(for application: Application, in tenant: Tenant) {
        guard let flow = tenant.policies.first(where: { $0.serves(application.clientID) }), flow.allowsSignUp else {
            return nil
        }
        attributes = flow.attributes
        wantsPassword = flow.credential == .password
    }
}

extension UserAttribute {
    /// As `required_attributes` lists it (msal-wire §7.4).
    var json: JSONValue {
        let options = pattern.map { [JSONValue.Member("options", .object([.init("regex", .string($0))]))] } ?? []
        return .object(
            [.init("name", .string(name)), .init("type", .string("string")), .init("required", .bool(isRequired))]
                + options)
    }
}
