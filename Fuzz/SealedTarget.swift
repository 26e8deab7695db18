import Crypto
import Store

extension FuzzTarget {
    private static let sealing = SealingKeys.make(SeededStream(seed: "fuzz", label: "sealing"))

    /// Whatever a client carries. New kinds go to the end: an input names its kind by place.
    private static let kinds: [@Sendable ([UInt8]) -> Void] = [
        { open(AuthorizationCode.self, $0) }, { open(RefreshToken.self, $0) }, { open(SessionCookie.self, $0) },
        { open(FlowToken.self, $0) }, { open(DeviceCode.self, $0) }, { open(DeviceContext.self, $0) },
        { open(FederationContext.self, $0) }, { open(ServerNonce.self, $0) }, { open(TokenOrigin.self, $0) },
        { open(ArcKey.self, $0) }, { open(ContinuationToken.self, $0) },
    ]

    /// The first byte chooses a kind; the rest stands for a record that was sealed by another version of the server, and
    /// for a text that a client made up.
    static let sealed = FuzzTarget(name: "sealed") { input in
        guard let first = input.first else { return }
        kinds[Int(first) % kinds.count](Array(input.dropFirst()))
    }

    private static func open<Value: SealedValue & Equatable>(_ kind: Value.Type, _ record: [UInt8]) {
        demand(Value(sealed: text(record), keys: sealing) == nil, "what nobody sealed does not open")
        guard var reader = RecordReader(record, version: Value.version), let value = Value(from: &reader) else {
            return
        }
        demand(
            Value(sealed: value.sealed(with: sealing), keys: sealing) == value, "what was read survives being sealed")
    }
}
