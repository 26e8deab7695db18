import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves the Azure subscriptions. An ID belongs to one tenant.
    mutating func resolveSubscriptions() {
        var known: Set<ObjectID> = []
        for index in tenants.indices {
            for draft in tenants[index].draft.subscriptions {
                var subscription = draft.subscription
                let name = subscription.displayName
                subscription.subscriptionId =
                    draft.id.map { ObjectID($0.value) }
                    ?? ObjectID(GUID(derivedFrom: "subscription", tenants[index].id.description, name).description)
                guard known.insert(subscription.subscriptionId).inserted else {
                    findings.error(
                        draft.id?.location ?? draft.location,
                        "another subscription has the id \(subscription.subscriptionId)",
                        hint: "each subscriptionId occurs once in all tenants")
                    continue
                }
                tenants[index].subscriptions.append(subscription)
            }
        }
    }
}
