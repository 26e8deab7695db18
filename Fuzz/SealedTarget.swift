import Crypto
import Store

extension FuzzTarget {
    private static let sealing = SealingKeys.make(SeededStream(seed: "fuzz", label: "sealing"))

    /// The kinds of sealed values. New kinds are appended, because an input selects its kind by index.
    private static let kinds: [@Sendable ([UInt8]) -> Void] = [
        { open(AuthorizationCode.self, $0) }, { open(RefreshToken.self, $0) }, { open(SessionCookie.self, $0) },
        { open(FlowToken.self, $0) }, { open(DeviceCode.self, $0) }, { open(DeviceContext.self, $0) },
        { open(FederationContext.self, $0) }, { open(ServerNonce.self, $0) }, { open(TokenOrigin.self, $0) },
        { open(ArcKey.self, $0) }, { open(ContinuationToken.self, $0) },
    ]

    /// A sealed value, after one byte that selects the kind. The other bytes are used twice: as a record that another version of
    /// the server sealed, and as an invented text.
    static let sealed = FuzzTarget(name: "sealed") { input in
        guard let first = input.first else { return }
        kinds[Int(first) % kinds.count](Array(input.dropFirst()))
    }

    private static func open<Value: SealedValue & Equatable>(_ kind: Value.Type, _ record: [UInt8]) {
        require(Value(sealed: text(record), keys: sealing) == nil, "an invented value does not open")
        guard var reader = RecordReader(record, version: Value.version), let value = Value(from: &reader) else {
            return
        }
        require(
            Value(sealed: value.sealed(with: sealing), keys: sealing) == value, "a sealed value round-trips")
    }
}
