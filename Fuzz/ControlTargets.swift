import ControlPlane
import Formats
import Protocol

extension FuzzTarget {
    /// The body of `POST /_understudy/responses`: refused with a reason, or a script with an end.
    static let responses = FuzzTarget(name: "responses") { input in
        do throws(ProblemDocument) {
            let script = try StubRequest.stub(input, id: "s")
            demand(script.left != 0 && script.isUnconsumed, "a new script has answers")
            let shown = JSONWriter.value(script.json)
            demand(JSONValue(parsing: shown) == script.json, "a script is shown as JSON: \(text(shown))")
            let stubs = StubStore()
            try stubs.add(script)
            guard case .handshakes(let host) = script.target else {
                demand(!stubs.isEmpty, "a script for requests is in force")
                return
            }
            demand(stubs.isEmpty && host == host.asciiLowercased, "one for handshakes is for no request")
        } catch {
            demand(error.status == 400 && !error.detail.isEmpty, "a refusal names what is wrong")
        }
    }
}
