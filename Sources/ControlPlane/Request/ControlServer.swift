package import Crypto
package import Directory
package import Entra
package import Formats
import Protocol

/// The server as its control plane sees it.
package protocol ControlServer: AnyObject, Sendable {
    /// The version of Understudy.
    var version: String { get }
    /// The ID of this process among the replicas that share its state: eight random digits, chosen at the start.
    var name: String { get }
    var startedAt: Timestamp { get }
    /// The origins at which the server listens: HTTP first, then each HTTPS port.
    var origins: [Origin] { get }
    /// Whether HTTPS uses a certificate that the operator supplies. In that case the server's CA signs nothing.
    var hasOwnCertificate: Bool { get }
    /// The maximum length of a request line, in bytes.
    var maximumURL: Int { get }

    var directory: Directory { get }
    var controls: Controls { get }
    var clock: AdjustableClock { get }
    var journal: Journal { get }
    var stubs: StubStore { get }
    var random: any RandomSource { get }
    /// The rules for access to the control plane.
    var controlGuard: ControlGuard { get }
    /// The rules for masking secrets in the journal, the log and the console.
    var masks: SecretMasks { get }
    /// The keys that open sealed values: authorization codes, refresh tokens and continuation tokens.
    var sealing: SealingKeys { get }

    /// Writes the metrics of requests and connections in the Prometheus format.
    func writeMetrics(to text: inout PrometheusText)
    /// The condition that `health` reports: the store, and the files that cannot be written.
    var condition: Health.Condition { get }
}

extension ControlServer {
    /// Returns the reader of the journal, which explains entries and masks secrets.
    package var journalReader: JournalReader {
        JournalReader(sealing: sealing, masks: masks, store: controls.store)
    }

    /// Returns the requests to the journal, with secrets masked by the rules for a directory.
    package func journalRequests(_ directory: Directory) -> JournalRequests {
        JournalRequests(journal, journalReader, mask: mask(directory)) { [stubs] match in
            stubs.unconsumed(match, in: directory)
        }
    }

    /// The mask for the secrets of the current directory.
    package func mask(_ directory: Directory) -> SecretMask { masks.mask(directory, sealing) }

    /// Returns the HTTPS origin for a reader of a page: the reader's own origin if that is HTTPS, or else the same host at the
    /// first HTTPS port. Without an HTTPS port, the result is the reader's origin.
    package func secureOrigin(near origin: Origin) -> Origin {
        guard !origin.isSecure, let secure = origins.first(where: \.isSecure) else { return origin }
        return Origin(scheme: secure.scheme, host: origin.host, port: secure.port ?? 443)
    }
}
