package import Entra

/// An Azure subscription of a tenant (Azure Resource Manager `Subscription`). Each user and application of the tenant reads all of
/// the tenant's subscriptions.
package struct Subscription: Sendable, Equatable {
    package enum State: String, Sendable, CaseIterable {
        case enabled = "Enabled"
        case warned = "Warned"
        case pastDue = "PastDue"
        case disabled = "Disabled"
        case deleted = "Deleted"
    }

    package var subscriptionId: ObjectID
    package var displayName: String
    package var state = State.enabled

    package init(subscriptionId: ObjectID, displayName: String) {
        self.subscriptionId = subscriptionId
        self.displayName = displayName
    }
}
