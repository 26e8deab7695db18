package import Entra

package struct Group: Sendable, Equatable {
    package var id: ObjectID
    package var displayName: String
    package var onPremisesSamAccountName: String?
    package var securityEnabled = true

    package init(id: ObjectID, displayName: String) {
        self.id = id
        self.displayName = displayName
    }
}
