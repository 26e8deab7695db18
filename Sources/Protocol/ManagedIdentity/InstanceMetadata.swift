import Directory
import Entra
import Formats

/// The responses of the instance metadata service other than tokens.
package enum InstanceMetadata {
    /// Returns `/metadata/instance/compute`, which contains the region. Clients use the region to choose a regional token
    /// endpoint.
    package static func compute(
        _ request: ManagedIdentityRequest, services: Services
    ) throws(ManagedIdentityFailure) -> [UInt8] {
        try request.checkVersion(.instanceMetadata)
        let settings = services.settings(tenant: nil, application: nil)
        return JSONWriter.object { json in
            json.field("azEnvironment", "AzurePublicCloud")
            json.field("location", settings.azureRegion)
        }
    }
}
