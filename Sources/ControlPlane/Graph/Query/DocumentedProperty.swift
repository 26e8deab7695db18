import Formats

/// A property that the reference of Microsoft Graph lists for a type. The server keeps the value of a property that it does not use
/// as given. The tables are the only place for the operators that the properties of directory objects support in queries.
struct DocumentedProperty: Sendable {
    /// The rule for writes, and whether the property is returned without `$select`.
    enum Use: String, Sendable {
        /// Returned by default.
        case shown
        /// Returned only if `$select` names the property.
        case selected
        /// Returned by default, and never written by clients.
        case fixed
        /// Never written by clients, and returned only if `$select` names the property.
        case computed
        /// A relation, which only a filter names.
        case relation
    }

    let name: String
    let kind: GraphKind
    let use: Use
    var part: GraphPart

    /// Whether a service other than the directory stores the property of a user, such as SharePoint. No version returns such a
    /// property without `$select`.
    static func isUserPropertyOfOtherService(_ name: String) -> Bool {
        otherServices.contains(where: name.isExactly)
    }

    private static let otherServices =
        ("aboutMe birthday customSecurityAttributes hireDate interests mailboxSettings mySite pastProjects preferredName print "
        + "responsibilities schools signInActivity skills").pieces(separatedBy: " ")

    /// Returns the properties of a type, by name in the order of the table. A type without a table has none.
    static func all(of type: String) -> [DocumentedProperty] {
        tables.first { $0.type.isExactly(type) }.map { parsed($0.text) } ?? []
    }

    private static let tables: [(type: String, text: String)] = [
        ("user", user), ("group", group), ("application", application), ("servicePrincipal", servicePrincipal),
        ("device", device), ("directoryRole", directoryRole),
    ]

    /// Parses lines such as `displayName text shown eq startsWith null+`. A line with a path, such as `web/homePageUrl text eq+`,
    /// has no use, and describes a part of an earlier property or of a property that the server uses.
    private static func parsed(_ text: String) -> [DocumentedProperty] {
        var properties: [DocumentedProperty] = []
        for line in text.pieces(separatedBy: "\n") {
            let words = line.pieces(separatedBy: " ")
            guard words.count >= 2, let kind = GraphKind(rawValue: words[1]) else { continue }
            let path = words[0].pieces(separatedBy: "/")
            let use = words.dropFirst(2).first.flatMap { Use(rawValue: $0) }
            let support = QuerySupport(words.dropFirst(use == nil ? 2 : 3).joined(separator: " "))
            if path.count == 1 {
                let part = GraphPart(name: words[0], kind: kind, support: support)
                properties.append(DocumentedProperty(name: words[0], kind: kind, use: use ?? .selected, part: part))
            } else if let index = properties.firstIndex(where: { $0.name.isExactly(path[0]) }) {
                properties[index].part.insert(
                    GraphPart(name: path[path.count - 1], kind: kind, support: support), at: path)
            }
        }
        return properties
    }
}

extension GraphPart {
    /// Inserts a part below the path, whose first name is this part's own.
    fileprivate mutating func insert(_ part: GraphPart, at path: [String]) {
        guard path.count > 2, let index = parts.firstIndex(where: { $0.name.isExactly(path[1]) }) else {
            parts.append(part)
            return
        }
        parts[index].insert(part, at: Array(path.dropFirst()))
    }
}

extension DocumentedProperty {
    /// Whether the property is returned without `$select`.
    var isShown: Bool { use == .shown || use == .fixed }

    /// Whether the property is none of those with the names. A relation is no property of its own.
    func isAbsent(from names: [String]) -> Bool { use != .relation && !names.contains(where: name.isExactly) }

    /// The form of the values that the server keeps. The values are checked loosely, because the server does not use them.
    var value: GraphValue<JSONValue> {
        switch kind {
        case .text: .anyText
        case .boolean: .nullableBoolean
        case .guid: .anyText
        case .dateTime: .anyTime
        case .number: .anyNumber
        case .list: .smallList
        case .complex: .anyObject
        }
    }
}
