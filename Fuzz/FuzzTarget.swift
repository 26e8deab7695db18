import Glibc

/// One parser under fuzzing: what is done with an input. A trap, a sanitizer's report or a broken `demand` is a finding.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all = [
        http, form, cookie, base64url, jws, answer, keys, sealed, redirect, scope, userCode, claims, yaml, plist,
        config, responses,
        origin, timestamp, deviceAnswer, xml, soap, saml, odata,
    ]

    /// The one named by the environment, which `scripts/fuzz` sets.
    static let chosen: FuzzTarget = {
        let name = getenv("UNDERSTUDY_FUZZ").map { String(cString: $0) } ?? ""
        guard let target = all.first(where: { $0.name == name }) else {
            fatalError("UNDERSTUDY_FUZZ names one of: \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()
}

/// What libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.chosen.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Ends the run, and so keeps the input, when a property of the parser does not hold.
func demand(_ holds: Bool, _ property: @autoclosure () -> String) {
    if !holds { fatalError(property()) }
}

/// Input bytes as text, bad UTF-8 replaced: what a parser of `String` can be given.
func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
}
