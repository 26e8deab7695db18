import Entra

/// An Azure subscription in a file.
struct SubscriptionDraft: Sendable {
    var subscription = Subscription(subscriptionId: ObjectID(""), displayName: "")
    let location: ConfigurationLocation
    var id: Marked<String>?
}

extension SubscriptionDraft {
    static let keys = ObjectSpec<SubscriptionDraft>(
        "subscription", "An Azure subscription, which Azure Resource Manager lists.", unknownKeys: .rejected,
        keys: [
            .key(
                "subscriptionId", \.id, .marked(.guid),
                "The subscription's id. Default: derived from the tenant and the name."),
            .key("displayName", \.subscription.displayName, .nonEmptyText, "The subscription's name.").required,
            .key(
                "state", \.subscription.state, .word,
                "The state that Azure Resource Manager reports. Default Enabled."),
        ])

    static let value = keys.value { SubscriptionDraft(location: $0) }

    init(of subscription: Subscription) {
        self.init(
            subscription: subscription, location: .none, id: .exported(subscription.subscriptionId))
    }
}
