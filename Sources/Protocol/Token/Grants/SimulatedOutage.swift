import Directory
import Entra

/// The simulated outage of the service for a client, by the setting `outage`.
enum SimulatedOutage {
    /// Applies the simulated outage of a client. Throws AADSTS90033 with the status of the setting and, if the setting has one, the
    /// number of seconds to wait.
    static func check(_ client: ResolvedClient, _ services: Services) throws(EntraError) {
        let tenant = client.authority.tenant ?? client.home
        guard
            let outage = client.application.settingsReference?.value.outage ?? tenant.settingsReference?.value.outage
                ?? services.directory.settings.outage
        else { return }
        var error = EntraError(
            .serviceUnavailable, status: outage.status, detail: "The setting outage simulates an unavailable service.")
        error.retryAfter = outage.retryAfter.map(Int64.init)
        throw error
    }
}
