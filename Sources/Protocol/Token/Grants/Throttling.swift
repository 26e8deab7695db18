import Directory
import Entra
import Formats
import Store

/// Limits the token requests of a client, by the setting `throttle`.
enum Throttling {
    /// Counts the request. Throws AADSTS90055 (status 429) with the number of seconds to wait, if the request exceeds the setting
    /// `throttle`.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        let tenant = client.authority.tenant ?? client.home
        let application = client.application
        guard
            let throttle = application.settingsReference?.value.throttle ?? tenant.settingsReference?.value.throttle
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
