import ControlPlane
import Crypto
import Directory
import Entra
import Protocol
import Store
import Transport

/// The server as its control plane sees it.
extension Server: ControlServer {
    var version: String { Version.text }

    var hasOwnCertificate: Bool { settings.hasOwnCertificate }

    var maximumURL: Int { settings.maximumURL }

    var sealing: SealingKeys { keys.sealing }

    var condition: Health.Condition {
        let sharing = replication?.sharing
        let store = sharing?.failure.map { [Health.WriteFailure(.store, $0)] } ?? []
        return Health.Condition(
            reachesStore: sharing.map { $0.failure == nil }, storeError: sharing?.failureCode,
            unwritable: store + writeCheck.obstacles(keys, retryingOn: background.run))
    }

    func writeMetrics(to text: inout PrometheusText) {
        metrics.write(to: &text)
        statistics?.write(to: &text)
    }
}
