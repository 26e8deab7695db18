package import Formats

/// An identifier such as a GUID. The comparison ignores ASCII case, because Entra's GUIDs are case-insensitive. IDs that are not
/// GUIDs, such as `ABCDE-12345` in a test, follow the same rule.
package protocol Identifier: Hashable, Comparable, Sendable, CustomStringConvertible {
    var folded: CaseInsensitiveID { get }
    init(folded: CaseInsensitiveID)
}

extension Identifier {
    package init(_ text: String) {
        self.init(folded: CaseInsensitiveID(text))
    }

    /// The text in ASCII lower case.
    package var description: String { folded.description }

    /// The sixteen bytes of a GUID, or the UTF-8 text of another ID.
    package var bytes: [UInt8] {
        switch folded {
        case .guid(let guid): guid.bytes
        case .text(let text): Array(text.string.utf8)
        }
    }

    /// Returns whether the text of `left` sorts before the text of `right`.
    package static func < (left: Self, right: Self) -> Bool { left.folded < right.folded }
}

/// A tenant's directory ID (`tid`).
package struct TenantID: Identifier {
    package let folded: CaseInsensitiveID
    package init(folded: CaseInsensitiveID) { self.folded = folded }

    /// The tenant of every personal account (docs/reference/protocol.md#well-known-guids).
    package static let consumers = TenantID("9188040d-6c67-4c5b-b112-36a304b66dad")
}

/// An application (client) ID, `appId` in Microsoft Graph.
package struct ClientID: Identifier {
    package let folded: CaseInsensitiveID
    package init(folded: CaseInsensitiveID) { self.folded = folded }

    package static let microsoftGraph = ClientID("00000003-0000-0000-c000-000000000000")
    package static let azureADGraph = ClientID("00000002-0000-0000-c000-000000000000")
    /// The API of the tokens that a federated identity credential exchanges.
    package static let tokenExchange = ClientID("fb60f99c-7a34-4190-8149-302f77469936")
    /// The API of the Azure portal.
    package static let azurePortal = ClientID("74658136-14ec-4630-ad9b-26e160ff0fc6")
    package static let azureServiceManagement = ClientID("797f4846-ba00-4fd7-ba43-dac1f8f63013")
}

/// The object ID (`oid`) of a user, group or service principal within one tenant.
package struct ObjectID: Identifier {
    package let folded: CaseInsensitiveID
    package init(folded: CaseInsensitiveID) { self.folded = folded }
}

/// The ID of a delegated permission (`oauth2PermissionScopes`) or an app role.
package struct PermissionID: Identifier {
    package let folded: CaseInsensitiveID
    package init(folded: CaseInsensitiveID) { self.folded = folded }
}
