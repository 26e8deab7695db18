import Wire

extension DeviceDecision {
    /// Of the record of an approved one's grant.
    private static let version: UInt8 = 2

    /// As stores keep it: the record of the grant, empty where it was declined.
    package var record: [UInt8] {
        guard case .approved(let grant) = self else { return [] }
        var writer = RecordWriter(version: DeviceDecision.version)
        grant.write(to: &writer)
        return writer.bytes
    }

    /// What is no record of a grant counts as declined.
    package init(record: [UInt8]) {
        if var reader = RecordReader(record, version: DeviceDecision.version), let grant = IssuedGrant(from: &reader) {
            self = .approved(grant)
        } else {
            self = .declined
        }
    }
}
