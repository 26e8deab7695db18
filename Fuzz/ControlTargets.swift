import ControlPlane
import Formats
import Protocol

extension FuzzTarget {
    /// The body of `POST /_understudy/responses`. The server rejects it with a reason or creates a stub that can be consumed.
    static let responses = FuzzTarget(name: "responses") { input in
        do throws(ProblemDocument) {
            let stub = try StubRequest.stub(input, id: "s")
            require(stub.left != 0 && stub.isUnconsumed, "a new stub has uses left")
            let shown = JSONWriter.value(stub.json)
            require(JSONValue(parsing: shown) == stub.json, "a stub is shown as JSON: \(text(shown))")
            let stubs = StubStore()
            try stubs.add(stub)
            guard case .handshakes(let host) = stub.target else {
                require(!stubs.isEmpty, "a stub for requests is active")
                return
            }
            require(stubs.isEmpty && host == host.asciiLowercased, "a stub for handshakes matches no request")
        } catch {
            require(error.status == 400 && !error.detail.isEmpty, "a rejection has a detail")
        }
    }
}
