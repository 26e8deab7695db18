import Crypto
import Formats
@testable import Store
import Testing

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)

/// Seals a record without validation.
private func sealed<Value: SealedValue>(_ kind: Value.Type, _ record: [UInt8]) -> String {
    Value.prefix + keys.sealText(record, kind: Value.kind)
}

private func opens<Value: SealedValue>(_ kind: Value.Type, _ text: String) -> Bool {
    Value(sealed: text, keys: keys) != nil
}

/// One value of every sealed kind.
private let samples: [any SealedValue] = [
    code(), refreshToken, session, flowToken, tokenOrigin, arcKey, deviceCode, serverNonce, deviceContext,
    continuationToken(),
]

@Suite struct TamperTests {
    @Test(arguments: samples.indices)
    func rejectsOneChangedCharacter(kind: Int) {
        func check<Value: SealedValue>(_ value: Value) {
            let text = Array(value.sealed(with: keys).utf8)
            #expect(opens(Value.self, String(decoding: text, as: UTF8.self)))
            for index in text.indices {
                var changed = text
                let other = alphabet.firstIndex(of: text[index]).map { alphabet[($0 + 1) % 64] } ?? alphabet[0]
                changed[index] = other
                #expect(!opens(Value.self, String(decoding: changed, as: UTF8.self)), "character \(index)")
            }
        }
        check(samples[kind])
    }

    @Test(arguments: samples.indices)
    func rejectsShorterOrLongerText(kind: Int) {
        func check<Value: SealedValue>(_ value: Value) {
            let text = value.sealed(with: keys)
            for count in 0..<text.utf8.count { #expect(!opens(Value.self, String(text.prefix(count)))) }
            for more in ["A", "=", " ", "\u{0}", "AAAA"] { #expect(!opens(Value.self, text + more)) }
            #expect(!opens(Value.self, " " + text))
        }
        check(samples[kind])
    }

    /// The text has the prefix of the other kind, because a prefix is no secret.
    @Test(arguments: samples.indices, samples.indices)
    func opensOnlyAsItsOwnKind(from: Int, to: Int) {
        func body<Value: SealedValue>(_ value: Value) -> String {
            String(value.sealed(with: keys).dropFirst(Value.prefix.count))
        }
        func check<Value: SealedValue>(_ target: Value) {
            #expect(opens(Value.self, Value.prefix + body(samples[from])) == (from == to))
        }
        check(samples[to])
    }

    @Test(arguments: samples.indices)
    func rejectsRecordOfAnotherVersion(kind: Int) {
        func check<Value: SealedValue>(_ value: Value) {
            var bytes = record(value)
            for version in UInt8.min...UInt8.max {
                bytes[0] = version
                #expect(opens(Value.self, sealed(Value.self, bytes)) == (version == Value.version))
            }
        }
        check(samples[kind])
    }

    @Test(arguments: samples.indices)
    func rejectsRecordOfAnotherLength(kind: Int) {
        func check<Value: SealedValue>(_ value: Value) {
            let bytes = record(value)
            for count in 0..<bytes.count { #expect(!opens(Value.self, sealed(Value.self, Array(bytes.prefix(count))))) }
            #expect(!opens(Value.self, sealed(Value.self, bytes + [0])))
        }
        check(samples[kind])
    }

    @Test func rejectsTextBeyondLimit() {
        #expect(opens(AuthorizationCode.self, code(nonce: String(repeating: "n", count: 23_000)).sealed(with: keys)))
        #expect(!opens(AuthorizationCode.self, code(nonce: String(repeating: "n", count: 25_000)).sealed(with: keys)))
        #expect(!opens(AuthorizationCode.self, "1.A" + String(repeating: "A", count: 1 << 20)))
    }

    @Test(arguments: ["", "1.A", "1.", "1.a", "é", "\u{0}", "1.AAQ", "1.A====", "1.A\u{FF21}", "{}"])
    func rejectsArbitraryText(text: String) {
        #expect(!opens(AuthorizationCode.self, text))
        #expect(!opens(RefreshToken.self, text))
        #expect(!opens(SessionCookie.self, text))
        #expect(!opens(FlowToken.self, text))
        #expect(!opens(DeviceCode.self, text))
    }
}
