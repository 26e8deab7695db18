import Platform

/// One parser under fuzzing: what is done with an input. A trap, a sanitizer's report or a broken `demand` is a finding.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all = [
        http, chunked, answer, path, cookie, form, percent, base64url, pattern, yaml, plist, xml, timestamp, quoting,
        jws, assertion, keys, sealed, redirect, scope, claims, userCode, origin, deviceAnswer, soap, saml,
        config, manifest, responses, odata,
    ]

    /// The one named by the environment, which `scripts/fuzz` sets; `list` prints the names of all.
    static let chosen: FuzzTarget = {
        let name = getenv("UNDERSTUDY_FUZZ").map { String(cString: $0) } ?? ""
        if name == "list" {
            print(all.map(\.name).joined(separator: "\n"))
            fflush(nil)
            // libFuzzer takes `exit` for a crash.
            _exit(0)
        }
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
