import Entra

/// The devices of a tenant, by device ID or certificate.
typealias DeviceTable = ObjectTable<DeviceKey>

enum DeviceKey: ObjectKey {
    case id(ObjectID)
    /// The certificate with which the device authenticates, in DER.
    case certificate([UInt8])

    static func count(of device: Device) -> Int { device.certificate == nil ? 1 : 2 }

    static func forEach(of device: Device, _ body: (DeviceKey) -> Void) {
        body(.id(device.deviceId))
        if let certificate = device.certificate { body(.certificate(certificate)) }
    }
}
