import Entra

/// A Conditional Access policy in a file. The users and applications that the policy names are resolved after all of them are
/// known.
struct PolicyDraft: Sendable {
    struct Names: Sendable {
        var users: [Marked<String>] = []
        var groups: [Marked<String>] = []
        var roles: [Marked<String>] = []
        var applications: [Marked<String>] = []
        var clients: [Marked<String>] = []
    }

    enum FrequencyUnit: String, Sendable, CaseIterable {
        case hours
        case days
    }

    enum FrequencyInterval: String, Sendable, CaseIterable {
        case timeBased
        case everyTime
    }

    var policy = ConditionalAccessPolicy()
    let place: ConfigurationPlace
    var id: Marked<String>?
    var included = Names()
    var excluded = Names()
    var contexts: [Marked<String>] = []
    var frequencyValue: Int?
    var frequencyUnit = FrequencyUnit.hours
    var frequencyInterval = FrequencyInterval.timeBased
    var frequencyIsEnabled = true
    var persistentBrowser: ConditionalAccessPolicy.PersistentBrowser?
    var persistentBrowserIsEnabled = true
}

struct AuthenticationContextDraft: Sendable {
    var context = AuthenticationContext(id: "")
    let place: ConfigurationPlace
    var id: Marked<String>?
}
