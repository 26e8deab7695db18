import Directory
import Entra
import Formats
import Store

/// The requirements for sign-up to an application of an external tenant, from the user flow that is linked to the application.
struct SignUpRules: Sendable {
    let attributes: [UserAttribute]
    let wantsPassword: Bool

    /// Creates the rules, or returns nil if the application allows no sign-up.
    init?(for application: Application, in tenant: Tenant) {
        guard let flow = tenant.userFlow(serving: application.clientID), flow.allowsSignUp else {
            return nil
        }
        attributes = flow.attributes
        wantsPassword = flow.credential == .password
    }

    /// Returns the attributes that a response requests, and that count, once the username is verified. Version 1 requests the
    /// required attributes (docs/reference/wire.md#native-auth-endpoints). Version 2 requests every attribute, because its
    /// responses mark the optional ones (§7.7).
    func askedLater(in journey: ContinuationToken) -> [UserAttribute] {
        journey.interaction == nil ? attributes.filter(\.isRequired) : attributes
    }

    /// Returns the requested attributes without a value so far.
    func missing(in journey: ContinuationToken, _ told: NativeAttributes) -> [UserAttribute] {
        askedLater(in: journey).filter { told[$0.name] == nil }
    }
}

extension UserAttribute {
    /// The attribute as an element of `required_attributes` (docs/reference/wire.md#native-auth-errors).
    var json: JSONValue {
        let options = pattern.map { [JSONValue.Member("options", .object([.init("regex", .string($0))]))] } ?? []
        return .object(
            [.init("name", .string(name)), .init("type", .string("string")), .init("required", .bool(isRequired))]
                + options)
    }
}
