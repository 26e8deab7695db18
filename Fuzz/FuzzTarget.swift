import Platform

/// A parser under fuzzing. A trap, a sanitizer report or a failed `require` is a finding.
struct FuzzTarget: Sendable {
    let name: String
    let run: @Sendable ([UInt8]) -> Void

    static let all = [
        http, chunked, response, path, cookie, form, percent, base64url, pattern, expression, yaml, plist, xml,
        timestamp, quoting, jws, assertion, keys, sealed, redirect, scope, claims, userCode, origin, deviceResponse,
        soap, saml, config, manifest, responses, odata,
    ]

    /// The target that the environment variable of `scripts/internal/fuzz` names. `list` prints the names of all targets.
    static let selected: FuzzTarget = {
        let name = getenv("UNDERSTUDY_FUZZ").map { String(cString: $0) } ?? ""
        if name == "list" {
            print(all.map(\.name).joined(separator: "\n"))
            fflush(nil)
            // libFuzzer treats `exit` as a crash.
            _exit(0)
        }
        guard let target = all.first(where: { $0.name == name }) else {
            fatalError("UNDERSTUDY_FUZZ names one of: \(all.map(\.name).joined(separator: " "))")
        }
        return target
    }()
}

/// The entry point that libFuzzer calls with every input.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    FuzzTarget.selected.run(Array(UnsafeBufferPointer(start: start, count: count)))
    return 0
}

/// Stops the run if a property of the parser is false. libFuzzer then keeps the input.
func require(_ condition: Bool, _ property: @autoclosure () -> String) {
    if !condition { fatalError(property()) }
}

/// Returns the input as text for a parser of `String`. Invalid UTF-8 is replaced.
func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
}
