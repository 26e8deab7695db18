import Directory
import Entra
import Formats
import Store

/// The attributes that a person enters at sign-up: a JSON object of strings by Graph property name
/// (docs/reference/wire.md#native-auth-endpoints).
struct NativeAttributes: Sendable {
    /// The maximum size of the JSON that a continuation token can carry, in bytes.
    static let maximumBytes = 16_384

    private var members: [JSONValue.Member] = []

    init() {}

    /// Parses the JSON of a parameter. Returns nil if the parameter is absent. Throws AADSTS1002027 unless the JSON is an
    /// object of strings, numbers and Booleans.
    init?(parsing text: String?) throws(EntraError) {
        guard let text else { return nil }
        guard let object = JSONValue(parsing: Array(text.utf8))?.object, object.count <= 100 else {
            throw NativeAttributes.rejection([])
        }
        for member in object {
            guard let value = NativeAttributes.text(of: member.value) else {
                throw NativeAttributes.rejection([member.name])
            }
            members.append(JSONValue.Member(member.name, .string(value)))
        }
    }

    private static func text(of value: JSONValue) -> String? {
        switch value {
        case .string(let text): text.utf8.count <= 1_024 ? text : nil
        case .integer(let number): String(number)
        case .bool(let flag): flag ? "true" : "false"
        default: nil
        }
    }

    subscript(_ name: String) -> String? {
        members.first { $0.name.isExactlyIgnoringASCIICase(name) }?.value.string.flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The attributes as JSON text for a continuation token. Throws AADSTS1002027 if the text exceeds `maximumBytes`.
    var text: String {
        get throws(EntraError) {
            let json = JSONWriter.value(.object(members))
            guard json.count <= NativeAttributes.maximumBytes else { throw NativeAttributes.rejection([]) }
            return String(decoding: json, as: UTF8.self)
        }
    }

    func merged(with others: NativeAttributes) -> NativeAttributes {
        var merged = self
        merged.members.removeAll { member in
            others.members.contains { $0.name.isExactlyIgnoringASCIICase(member.name) }
        }
        merged.members += others.members
        return merged
    }

    /// Checks the values against the rules and ignores unknown names. Throws AADSTS1002027 (`attribute_validation_failed`),
    /// without further checks if the JSON exceeds `maximumBytes`, otherwise with the names of the invalid attributes. A match that
    /// is too expensive ends the checks, so that a request cannot multiply its cost.
    func check(by rules: SignUpRules) throws(EntraError) {
        _ = try text
        var names: [String] = []
        var detail = ""
        for rule in rules.attributes where detail.isEmpty {
            guard let rejection = self[rule.name].flatMap(rule.rejection) else { continue }
            names.append(rule.name)
            detail = rejection.detail
        }
        if !names.isEmpty { throw NativeAttributes.rejection(names, detail: detail) }
    }

    /// Returns the error with the names of the invalid attributes. There are none if the parameter is no JSON object or too
    /// large.
    private static func rejection(_ names: [String], detail: String = "") -> EntraError {
        EntraError(.attributeValidationFailed, detail: detail).with(
            .init("invalid_attributes", .array(names.map { .object([.init("name", .string($0))]) })))
    }

    /// Returns the error of version 2 for required attributes without a value.
    static func absence(of names: [String]) -> EntraError {
        let details = names.map {
            ErrorReport.interactionDetail(of: $0, code: "attributeRequired", message: "Attribute '\($0)' is required.")
        }
        return EntraError(.attributeValidationFailed, as: .invalidRequest).with(
            .init(ErrorReport.interactionDetails, .array(details)))
    }

    /// Writes the attributes that the user flow collects into the account, and ignores all others.
    func apply(to user: inout User, by rules: SignUpRules) {
        for attribute in rules.attributes { if let value = self[attribute.name] { user[attribute] = value } }
    }
}

/// The requirements for sign-up to an application of an external tenant, from the user flow that is linked to the application.
struct SignUpRules: Sendable {
    let attributes: [UserAttribute]
    let requiresPassword: Bool

    /// Creates the rules, or returns nil if the application allows no sign-up.
    init?(for application: Application, in tenant: Tenant) {
        guard let flow = tenant.userFlow(serving: application.clientID), flow.allowsSignUp else {
            return nil
        }
        attributes = flow.attributes
        requiresPassword = flow.credential == .password
    }

    /// Returns the attributes that a response requests once the username is verified. Version 1 requests the
    /// required attributes (docs/reference/wire.md#native-auth-endpoints). Version 2 requests every attribute, because its
    /// responses mark the optional ones (docs/reference/wire.md#native-v2-submit-attributes).
    func requestedAttributes(in journey: ContinuationToken) -> [UserAttribute] {
        journey.interaction == nil ? attributes.filter(\.isRequired) : attributes
    }

    /// Returns the requested attributes without a value so far.
    func missing(in journey: ContinuationToken, _ provided: NativeAttributes) -> [UserAttribute] {
        requestedAttributes(in: journey).filter { provided[$0.name] == nil }
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
