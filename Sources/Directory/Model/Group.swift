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
    /// The photo as JPEG or PNG, or nil.
    package var photo: [UInt8]?
    /// The time at which the group was moved into the recycle bin, or nil.
    package var deletedDateTime: Timestamp?
    /// The members of a group in the recycle bin, which become members again with a restore.
    package var deletedMembers: [ObjectID] = []
    /// The direct members that are not users: groups, service principals and devices. A user stores its groups itself.
    package var members: [ObjectID] = []
    /// The owners, who are users and service principals.
    package var owners: [ObjectID] = []
    /// The Graph properties that have no effect in Understudy.
    package var otherProperties: [JSONValue.Member] = []

    package init(id: ObjectID, displayName: String) {
        self.id = id
        self.displayName = displayName
    }
}
