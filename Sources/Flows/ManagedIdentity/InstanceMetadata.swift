import Directory
import Entra
import Wire

/// What the instance metadata service tells of the machine beside tokens.
package enum InstanceMetadata {
    /// `/metadata/instance/compute`: the region, by which clients choose a regional token endpoint.
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
