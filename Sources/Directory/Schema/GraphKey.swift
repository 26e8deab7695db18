import Entra
package import Formats

/// The largest values if the service's reference has no limit.
package enum GraphLimits {
    /// The largest length of a text, in UTF-16 units as the service counts.
    package static let text = 1_024
    /// The largest length of an identifier that need not be a GUID, in UTF-16 units.
    package static let identifier = 256
    /// The largest number of entries of a list that the server only stores.
    package static let entries = 100
    /// The largest size of a complex value that the server only stores, as JSON, in bytes.
    package static let complex = 8_192
}

/// The rules of Microsoft Graph for the values of a key, in addition to those of the configuration.
struct GraphRule: Sendable {
    /// The largest length of a text, or of each text in a list, in UTF-16 units as the service counts.
    let maximumLength: Int
    /// Whether the default is null in JSON. A default that the configuration has no value for is null in any case.
    let isNullable: Bool
}

/// The kind of a property's values, which decides how a filter may compare them.
package enum GraphKeyKind: Sendable {
    case text
    case boolean
    case list
}

/// A property of a Microsoft Graph object that a key of the configuration declares.
package struct GraphKey<Properties: Sendable>: Sendable {
    /// The reason why a value is rejected: the path from the property to the invalid part, and what the property must be.
    package struct Problem: Sendable {
        package let path: String
        package let expectation: String?
    }

    package let name: String
    /// The name of the object that contains the property, such as `web`. Empty for a property of the object itself.
    package let object: String
    package let kind: GraphKeyKind
    package let get: @Sendable (Properties) -> JSONValue
    /// Stores a value. Returns the problem of an invalid value.
    package let set: @Sendable (inout Properties, JSONValue) -> Problem?
}

extension ApplicationProperties {
    /// The properties of a Microsoft Graph application that keys of the configuration declare.
    package static let graphKeys = ApplicationDraft.keys.graphKeys(
        \.application, of: ApplicationDraft(location: .none))
}

extension ObjectSpec {
    /// Returns the properties of Microsoft Graph among the keys of this object and of the objects inside. `properties` is the part
    /// of a draft that the model stores, and `blank` is a draft without keys.
    func graphKeys<Properties: Sendable>(
        _ properties: any WritableKeyPath<Draft, Properties> & Sendable, of blank: Draft, in object: String = ""
    ) -> [GraphKey<Properties>] {
        keys.flatMap { key -> [GraphKey<Properties>] in
            if case .nested(let part) = key.export { return part.graphKeys(properties, of: blank, in: key.name) }
            return key.graphKey(properties, of: blank, in: object).map { [$0] } ?? []
        }
    }
}

extension KeySpec {
    /// Returns the key as a property of Microsoft Graph, too. `nullable` says that the default is null in JSON.
    func graph(upTo maximumLength: Int = GraphLimits.text, nullable isNullable: Bool = false) -> KeySpec {
        var copy = self
        copy.graphRule = GraphRule(maximumLength: maximumLength, isNullable: isNullable)
        return copy
    }

    fileprivate func graphKey<Properties: Sendable>(
        _ properties: any WritableKeyPath<Draft, Properties> & Sendable, of blank: Draft, in object: String
    ) -> GraphKey<Properties>? {
        guard let graphRule, case .unlessDefault(let value) = export else { return nil }
        let defaultValue = value(blank)
        let isNullable = graphRule.isNullable || defaultValue == nil
        return GraphKey(name: name, object: object, kind: shape.graphKind) { model in
            var draft = blank
            draft[keyPath: properties] = model
            let value = value(draft)
            return isNullable && value == defaultValue ? .null : value ?? .null
        } set: { model, json in
            var draft = blank
            draft[keyPath: properties] = model
            if json == .null, isNullable {
                reset(&draft, blank)
            } else {
                if let path = json.pathOfText(longerThan: graphRule.maximumLength) {
                    return GraphKey.Problem(path: path, expectation: nil)
                }
                var findings = Findings()
                read(&draft, YAMLValue(YAMLNode(json)), .none, &findings)
                if let problem = findings.errors.first {
                    let expectation = json.string == nil ? nil : shape.graphExpectation
                    return GraphKey.Problem(path: problem.keyPath, expectation: expectation)
                }
            }
            model = draft[keyPath: properties]
            return nil
        }
    }
}

extension Shape {
    fileprivate var graphKind: GraphKeyKind {
        switch self {
        case .boolean: .boolean
        case .list: .list
        default: .text
        }
    }

    /// The form of a text in messages of Microsoft Graph, or nil if any text is valid.
    fileprivate var graphExpectation: String? {
        if case .pattern(_, let form) = self { form } else { nil }
    }
}

extension JSONValue {
    /// Returns the path to the first text of the value that is longer than `maximum`, or nil if there is none.
    fileprivate func pathOfText(longerThan maximum: Int) -> String? {
        switch self {
        case .string(let text): text.utf16.count > maximum ? "" : nil
        case .array(let values):
            values.enumerated().lazy.compactMap { index, value in
                value.pathOfText(longerThan: maximum).map { "[\(index)]" + $0 }
            }.first
        default: nil
        }
    }
}
