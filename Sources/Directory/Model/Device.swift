package import Entra
package import Formats

/// A device of one tenant (Microsoft Graph `device`), which policies can demand.
package struct Device: Sendable {
    /// The relation between the device and the tenant.
    package enum TrustType: String, Sendable, CaseIterable {
        /// The device is joined to the tenant.
        case azureAd = "AzureAd"
        /// The device is joined to an on-premises domain that the tenant knows (hybrid joined).
        case serverAd = "ServerAd"
        /// The device is a personal device and only registered.
        case workplace = "Workplace"
    }

    /// The object ID, which differs from the device ID.
    package var id = ObjectID("")
    /// The ID in a device certificate. No token of this server contains the ID.
    package var deviceId: ObjectID
    package var displayName: String
    package var operatingSystem: String?
    /// Whether the device meets the tenant's rules, as reported by its management.
    package var isCompliant = false
    package var isManaged = false
    package var trustType: TrustType?
    package var accountEnabled = true
    /// The owners, who are users of this tenant.
    package var registeredOwners: [ObjectID] = []
    /// The certificate that authenticates the device, in DER. The source is `key` (base64) or the PEM file that `certificate`
    /// names.
    package var certificate: [UInt8]?
    /// The Graph properties that have no effect in Understudy.
    package var otherProperties: [JSONValue.Member] = []

    package init(deviceId: ObjectID, displayName: String) {
        self.deviceId = deviceId
        self.displayName = displayName
    }

    /// Returns the object ID that a device has unless the configuration defines one.
    static func objectID(of deviceId: ObjectID, in tenant: TenantID) -> ObjectID {
        ObjectID(GUID(derivedFrom: "deviceObject", tenant.description, deviceId.description).description)
    }

    /// Whether the device is joined to a domain on premises, as the grant control `domainJoinedDevice` requires.
    package var isDomainJoined: Bool { trustType == .serverAd }
}
