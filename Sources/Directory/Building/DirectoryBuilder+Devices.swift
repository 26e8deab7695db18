import Entra
import Formats

extension DirectoryBuilder {
    /// Resolves each tenant's devices. The users must be resolved before.
    mutating func resolveDevices() {
        for index in tenants.indices where !tenants[index].draft.devices.isEmpty {
            var ids = UniqueNames()
            var certificates: Set<[UInt8]> = []
            for draft in tenants[index].draft.devices {
                var device = draft.device
                let derived = GUID(derivedFrom: "device", tenants[index].id.description, device.displayName)
                device.deviceId = ObjectID(draft.deviceId?.value ?? derived.description)
                device.registeredOwners = owners(draft.owners, in: index)
                if let file = draft.certificateFile { device.certificate = certificate(in: file) }
                let place = draft.deviceId?.place ?? draft.place
                guard ids.claim(device.deviceId.description, "the device id", at: place, &findings) else { continue }
                if let certificate = device.certificate, !certificates.insert(certificate).inserted {
                    findings.error(draft.place, "another device has the same certificate")
                }
                tenants[index].devices.append(device)
            }
        }
    }

    private mutating func owners(_ names: [Marked<String>], in index: Int) -> [ObjectID] {
        names.compactMap { name in
            if let user = user(name.value, in: index) { return user }
            findings.error(name.place, "this tenant has no user \(name.value)")
            return nil
        }
    }
}
