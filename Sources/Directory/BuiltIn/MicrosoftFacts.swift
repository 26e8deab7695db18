import CConfig
import Entra
import Formats

/// The texts under `Config/microsoft` that the compiler puts into the program. `Config/microsoft/README.md` describes their
/// fields.
enum MicrosoftFacts {
    /// An API a line: appId, group, token version, accounts, display name.
    static var apis: SortedLines { lines(cconfig_microsoft_apis) }
    /// A name of an API a line: name, appId, clouds, registered spellings, clouds in which the name comes first.
    static var names: SortedLines { lines(cconfig_microsoft_names) }
    /// A delegated permission a line: appId, value, ID, kind, title, and the title for users if it differs.
    static var scopes: SortedLines { lines(cconfig_microsoft_scopes) }
    /// An application permission a line: appId, value, ID, title.
    static var roles: SortedLines { lines(cconfig_microsoft_roles) }

    private static func lines(_ text: EmbeddedText.Source) -> SortedLines {
        SortedLines(bytes: EmbeddedText.bytes(of: text))
    }
}

extension PermissionScope {
    /// Creates the permission of a line of `MicrosoftFacts.scopes`.
    init(_ line: SortedLines.Line) {
        let fields = line.fields
        self.init(id: PermissionID(scope: line), value: fields[1])
        kind = Kind(rawValue: fields[3]) ?? .user
        adminConsentDisplayName = fields[4]
        adminConsentDescription = MicrosoftFacts.description(fields[4])
        let title = fields.count > 5 ? fields[5] : fields[4]
        userConsentDisplayName = title
        userConsentDescription = MicrosoftFacts.description(title)
    }
}

extension AppRole {
    /// Creates the permission of a line of `MicrosoftFacts.roles`.
    init(_ line: SortedLines.Line) {
        let fields = line.fields
        self.init(id: PermissionID(role: line), value: fields[1], displayName: fields[3])
        description = MicrosoftFacts.description(fields[3])
        allowsApplications = true
    }
}

extension MicrosoftFacts {
    /// Returns a sentence about a permission with the title, such as "Read your mail".
    fileprivate static func description(_ title: String) -> String {
        guard let first = title.unicodeScalars.first else { return "" }
        let rest = String(String.UnicodeScalarView(title.unicodeScalars.dropFirst()))
        return "Allows the app to \(String(first).asciiLowercased)\(rest)."
    }
}

extension PermissionID {
    /// Creates the ID of a line of `MicrosoftFacts.scopes`.
    init(scope line: SortedLines.Line) { self.init("scope", line) }

    /// Creates the ID of a line of `MicrosoftFacts.roles`.
    init(role line: SortedLines.Line) { self.init("role", line) }

    /// Creates the published ID in the third field, or an ID derived from the value if Microsoft's ID is not known.
    private init(_ kind: String, _ line: SortedLines.Line) {
        let id = line[2]
        guard id.isExactly("-") else {
            self.init(id)
            return
        }
        self.init(GUID(derivedFrom: "Microsoft", kind, line[0], line[1].asciiLowercased).description)
    }
}
