import Entra

/// By device id or certificate.
typealias DeviceTable = ObjectTable<DeviceKey>

enum DeviceKey: ObjectKey {
    case id(ObjectID)
    /// DER of the certificate that it proves itself with.
    case certificate([UInt8])

    static func count(of device: Device) -> Int { device.certificate == nil ? 1 : 2 }

    static func forEach(of device: Device, _ body: (DeviceKey) -> Void) {
        body(.id(device.deviceId))
        if let certificate = device.certificate { body(.certificate(certificate)) }
    }
}
