import Directory
import Entra

/// The service being away for a client, where a setting says so.
enum ServiceOutage {
    /// Throws AADSTS90033 with the setting's status, and the seconds to wait where it names them.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        let tenant = client.authority.tenant ?? client.home
        guard
            let outage = client.application.ownSettings?.value.outage ?? tenant.ownSettings?.value.outage
                ?? services.directory.settings.outage
        else { return }
        var error = EntraError(
            .serviceUnavailable, status: outage.status, detail: "The setting outage simulates an unavailable service.")
        error.retryAfter = outage.retryAfter.map(Int64.init)
        throw error
    }
}
