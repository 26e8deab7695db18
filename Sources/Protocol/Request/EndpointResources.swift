import Entra
import HTTP

/// The values that endpoints keep between requests, outside the store. A process has one of each.
package struct EndpointResources: Sendable {
    package let documents = DocumentCache()
    package let arcKeys = ArcKeyFiles()
    package let nativeContract = NativeContract()
    /// The host names at which the server acts as an Azure host.
    package let hosts: TrustedHosts

    package init(hosts: TrustedHosts) {
        self.hosts = hosts
    }
}
