package import Entra
package import Formats

/// A group in one tenant (Microsoft Graph `group`).
package struct Group: Sendable, Equatable {
    package var id: ObjectID
    package var displayName: String
    package var onPremisesSamAccountName: String?
    package var onPremisesDomainName: String?
    package var onPremisesNetBiosName: String?
    package var securityEnabled = true
    /// The Graph properties that have no effect in Understudy.
    package var otherProperties: [JSONValue.Member] = []

    package init(id: ObjectID, displayName: String) {
        self.id = id
        self.displayName = displayName
    }
}
