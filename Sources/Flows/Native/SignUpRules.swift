import Directory
import Entra
import State
import Wire

/// What signing up to an application of an external tenant takes: the user flow that the application is linked to.
struct SignUpRules: Sendable {
    let attributes: [UserAttribute]
    let wantsPassword: Bool

    /// Nil where nobody signs up by themselves.
    init?(for application: Application, in tenant: Tenant) {
        guard let flow = tenant.userFlow(serving: application.clientID), flow.allowsSignUp else {
            return nil
        }
        attributes = flow.attributes
        wantsPassword = flow.credential == .password
    }

    /// What an answer asks for once the user name is verified, and what counts then: in version 1 the attributes that are
    /// required (docs/reference/wire.md#native-auth-endpoints), in version 2 every one, as its answers tell which are optional
    /// (§7.7).
    func askedLater(in journey: ContinuationToken) -> [UserAttribute] {
        journey.interaction == nil ? attributes.filter(\.isRequired) : attributes
    }

    /// Those of them that nothing was told of yet.
    func missing(in journey: ContinuationToken, _ told: NativeAttributes) -> [UserAttribute] {
        askedLater(in: journey).filter { told[$0.name] == nil }
    }
}

extension UserAttribute {
    /// As `required_attributes` lists it (docs/reference/wire.md#native-auth-errors).
    var json: JSONValue {
        let options = pattern.map { [JSONValue.Member("options", .object([.init("regex", .string($0))]))] } ?? []
        return .object(
            [.init("name", .string(name)), .init("type", .string("string")), .init("required", .bool(isRequired))]
                + options)
    }
}
