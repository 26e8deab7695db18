package import Entra
package import Formats

/// A directory extension that an application defines (Microsoft Graph `extensionProperty`).
package struct ExtensionProperty: Sendable, Equatable {
    package enum DataType: String, Sendable, CaseIterable {
        case binary = "Binary"
        case boolean = "Boolean"
        case dateTime = "DateTime"
        case integer = "Integer"
        case largeInteger = "LargeInteger"
        case string = "String"
    }

    package enum Target: String, Sendable, CaseIterable {
        case user = "User"
        case group = "Group"
        case administrativeUnit = "AdministrativeUnit"
        case application = "Application"
        case device = "Device"
        case organization = "Organization"
    }

    /// The largest number of directory extensions of an application.
    package static let maximum = 100

    package var id = ObjectID("")
    /// The whole name, `extension_{appId without dashes}_{name}`.
    package var name: String
    package var dataType: DataType
    package var targetObjects: [Target]
    package var isMultiValued = false

    package init(name: String, dataType: DataType, targetObjects: [Target]) {
        self.name = name
        self.dataType = dataType
        self.targetObjects = targetObjects
    }

    /// Returns the whole name of an application's extension with a name.
    package static func name(_ name: String, of client: ClientID) -> String {
        "extension_\(client.description.replacingExactly("-", with: ""))_\(name)"
    }

    /// Returns whether the name has the form of a directory extension's name.
    package static func isName(_ name: String) -> Bool {
        let parts = name.pieces(separatedBy: "_", atMost: 3, keepingEmpty: true)
        return parts.count == 3 && parts[0].isExactly("extension") && !parts[1].isEmpty && isPlain(parts[2])
    }

    /// Returns whether the text can be the last part of a name: letters, digits and underscores.
    package static func isPlain(_ text: String) -> Bool {
        !text.isEmpty
            && text.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "_") }
    }

    /// Returns whether the extension can have the value.
    package func admits(_ value: JSONValue) -> Bool {
        guard isMultiValued else { return admitsOne(value) }
        return value.array?.allSatisfy(admitsOne) ?? (value == .null)
    }

    private func admitsOne(_ value: JSONValue) -> Bool {
        switch (dataType, value) {
        case (_, .null), (.boolean, .bool), (.largeInteger, .integer): true
        case (.integer, .integer(let number)): Int32(exactly: number) != nil
        case (.string, .string(let text)): text.utf16.count <= 256
        case (.binary, .string(let text)): (Base64.decodeStandard(text.utf8)?.count).map { $0 <= 256 } ?? false
        case (.dateTime, .string(let text)): Timestamp(iso8601: text) != nil
        default: false
        }
    }
}
