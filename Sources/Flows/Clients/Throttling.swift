import Directory
import Entra
import State
import Wire

/// Holds back a client that asks too often, where a setting says how often is too often.
enum Throttling {
    /// Throws AADSTS90055 with the seconds to wait (429) for a request beyond the setting `throttle`.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        let tenant = client.authority.tenant ?? client.home
        let application = client.application
        guard
            let throttle = application.ownSettings?.value.throttle ?? tenant.ownSettings?.value.throttle
                ?? services.directory.settings.throttle
        else { return }
        let made = try services.count(
            .tokenRequests(application.clientID, tenant.id), within: Int64(throttle.per), renewing: false)
        guard made.count > throttle.requests else { return }
        var error = EntraError(.tenantThrottled)
        error.retryAfter = max(made.until.seconds - services.now(in: tenant.id).seconds, 1)
        throw error
    }
}
