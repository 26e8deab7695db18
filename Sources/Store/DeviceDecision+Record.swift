import Formats

extension DeviceDecision {
    /// The format version of the record of an approved grant.
    private static let version: UInt8 = 2

    /// The encoding that stores keep: the record of the grant, or no bytes for a declined authorization.
    package var record: [UInt8] {
        guard case .approved(let grant) = self else { return [] }
        var writer = RecordWriter(version: DeviceDecision.version)
        grant.write(to: &writer)
        return writer.bytes
    }

    /// Decodes a stored record. A record that contains no valid grant counts as declined.
    package init(record: [UInt8]) {
        if var reader = RecordReader(record, version: DeviceDecision.version), let grant = IssuedGrant(from: &reader) {
            self = .approved(grant)
        } else {
            self = .declined
        }
    }
}
