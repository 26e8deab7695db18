package import Directory
package import Entra
import Formats
import Protocol

extension StubsView {
    /// Creates the page of the current stubs, followed by the spent stubs that are still kept. Secrets are masked. The example
    /// reads the control token from a shell variable, because no page shows the token.
    package init(
        _ stubs: StubStore, in directory: Directory, mask: SecretMask, origin: Origin, needsToken: Bool
    ) {
        let trust = origin.isSecure ? " -k" : ""
        let authorization = needsToken ? " -H \"Authorization: Bearer \(CurlCommand.tokenVariable)\"" : ""
        self.init(
            stubs: stubs.list(StubFilter(), in: directory).map {
                StubsView.stub(mask.json($0.json), isExhausted: $0.isExhausted)
            },
            example: """
                curl -s\(trust)\(authorization) \(origin)/_understudy/responses -d '{
                  "match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000001", "endpoint": "token"},
                  "responses": [{"error": "AADSTS50076"}]
                }'
                """)
    }

    private static func stub(_ value: JSONValue, isExhausted: Bool) -> Stub {
        let left = value["left"]?.integer
        let consumed = value["consumed"]?.integer ?? 0
        return Stub(
            id: value["id"]?.string ?? "", match: (value["match"]?.object ?? []).map { "\($0.name): \($0.value.line)" },
            answers: (value["responses"]?.array ?? []).map(\.line),
            state: isExhausted ? Badge("used", .calm) : Badge("active", .good),
            progress: "\(consumed) used, " + (left.map { "\($0) left" } ?? "no limit"))
    }
}
