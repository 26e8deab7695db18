package import Formats

/// A resource in HAL (draft-kelly-json-hal §4): its own members, its embedded resources, and its links to the next steps, by
/// relation.
package struct HALDocument: Sendable, Equatable {
    /// A link: a relation and the URL of its target.
    package struct Link: Sendable, Equatable {
        package let relation: String
        package let href: String

        package init(_ relation: String, to href: String) {
            self.relation = relation
            self.href = href
        }
    }

    /// The embedded resources of one relation.
    package struct Embedded: Sendable, Equatable {
        package let relation: String
        package let documents: [HALDocument]

        package init(_ relation: String, _ documents: [HALDocument]) {
            self.relation = relation
            self.documents = documents
        }
    }

    package var members: [JSONValue.Member]
    package var embedded: [Embedded]
    package var links: [Link]

    package init(_ members: [JSONValue.Member] = [], embedded: [Embedded] = [], links: [Link] = []) {
        self.members = members
        self.embedded = embedded
        self.links = links
    }

    /// The JSON object. `_embedded` and `_links` are the last members and are omitted if empty.
    package var value: JSONValue {
        var members = members
        if !embedded.isEmpty {
            let lists = embedded.map { JSONValue.Member($0.relation, .array($0.documents.map(\.value))) }
            members.append(JSONValue.Member("_embedded", .object(lists)))
        }
        if !links.isEmpty {
            let objects = links.map {
                JSONValue.Member($0.relation, .object([JSONValue.Member("href", .string($0.href))]))
            }
            members.append(JSONValue.Member("_links", .object(objects)))
        }
        return .object(members)
    }

    package var json: [UInt8] { JSONWriter.value(value) }
}
