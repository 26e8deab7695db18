package import Entra

/// A device of one tenant (Microsoft Graph `device`), which policies can ask for.
package struct Device: Sendable {
    /// How the tenant knows the device.
    package enum TrustType: String, Sendable, CaseIterable {
        /// Joined to the tenant.
        case azureAd = "AzureAd"
        /// Joined to an on-premises domain that the tenant knows (hybrid joined).
        case serverAd = "ServerAd"
        /// A personal device, registered only.
        case workplace = "Workplace"
    }

    /// What a device certificate names. No token here tells it.
    package var deviceId: ObjectID
    package var displayName: String
    package var operatingSystem: String?
    /// Meets the tenant's rules, as its management says.
    package var isCompliant = false
    package var isManaged = false
    package var trustType: TrustType?
    package var accountEnabled = true
    /// Users of this tenant.
    package var registeredOwners: [ObjectID] = []
    /// DER of the certificate that proves the device, from `key` (base64) or from the PEM file that `certificate` names.
    package var certificate: [UInt8]?

    package init(deviceId: ObjectID, displayName: String) {
        self.deviceId = deviceId
        self.displayName = displayName
    }

    /// Joined to a domain on premises, as the grant control `domainJoinedDevice` wants it.
    package var isDomainJoined: Bool { trustType == .serverAd }
}
