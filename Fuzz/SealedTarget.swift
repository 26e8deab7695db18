import Crypto
import State

extension FuzzTarget {
    private static let keys = SealingKeys.make(SeededStream(seed: "fuzz", label: "sealing"))

    /// The first byte chooses a kind; the rest stands for a record that was sealed by another version of the server, and
    /// for a text that a client made up.
    static let sealed = FuzzTarget(name: "sealed") { input in
        let record = Array(input.dropFirst())
        switch input.first.map({ $0 % 6 }) {
        case 0: open(AuthorizationCode.self, record)
        case 1: open(RefreshToken.self, record)
        case 2: open(SessionCookie.self, record)
        case 3: open(DeviceCode.self, record)
        case 5: open(ContinuationToken.self, record)
        default: open(FlowToken.self, record)
        }
    }

    private static func open<Value: SealedValue & Equatable>(_ kind: Value.Type, _ record: [UInt8]) {
        demand(Value(sealed: text(record), keys: keys) == nil, "what nobody sealed does not open")
        guard var reader = RecordReader(record, version: Value.version), let value = Value(from: &reader) else {
            return
        }
        demand(Value(sealed: value.sealed(with: keys), keys: keys) == value, "what was read survives being sealed")
    }
}
