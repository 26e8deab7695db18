package import Wire

/// A GUID-like identifier: compared by bytes with ASCII letters folded, since Entra's GUIDs are case-insensitive. Ids that
/// are not GUIDs (a test's `ABCDE-12345`) follow the same rule.
package protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    var folded: FoldedID { get }
    init(folded: FoldedID)
}

extension Identifier {
    package init(_ text: String) {
        self.init(folded: FoldedID(text))
    }

    /// In ASCII lower case.
    package var description: String { folded.description }

    /// Of a GUID its sixteen bytes, of another id its text.
    package var bytes: [UInt8] {
        switch folded {
        case .guid(let guid): guid.bytes
        case .text(let text): Array(text.string.utf8)
        }
    }

    /// In the order of their texts.
    package static func < (left: Self, right: Self) -> Bool { left.folded < right.folded }
}

/// A tenant's directory id (`tid`).
package struct TenantID: Identifier {
    package let folded: FoldedID
    package init(folded: FoldedID) { self.folded = folded }

    /// The tenant of every personal account (docs/reference/protocol.md#well-known-guids).
    package static let consumers = TenantID("9188040d-6c67-4c5b-b112-36a304b66dad")
}

/// An application (client) id, `appId` in Microsoft Graph.
package struct ClientID: Identifier {
    package let folded: FoldedID
    package init(folded: FoldedID) { self.folded = folded }

    package static let microsoftGraph = ClientID("00000003-0000-0000-c000-000000000000")
    package static let azureADGraph = ClientID("00000002-0000-0000-c000-000000000000")
    /// The API for which tokens are issued that are to be exchanged by a federated identity credential.
    package static let tokenExchange = ClientID("fb60f99c-7a34-4190-8149-302f77469936")
    package static let azureServiceManagement = ClientID("797f4846-ba00-4fd7-ba43-dac1f8f63013")
}

/// The object id (`oid`) of a user, group or service principal within one tenant.
package struct ObjectID: Identifier {
    package let folded: FoldedID
    package init(folded: FoldedID) { self.folded = folded }
}

/// The id of a delegated permission (`oauth2PermissionScopes`) or an app role.
package struct PermissionID: Identifier {
    package let folded: FoldedID
    package init(folded: FoldedID) { self.folded = folded }
}
