package import Directory
package import Entra
import Formats
import Protocol

extension ScriptsView {
    /// Creates the page of the current stubs, followed by the spent stubs that are still kept. Secrets are masked. The example
    /// reads the control token from a shell variable, because no page shows the token.
    package init(
        _ scripts: Scripts, in directory: Directory, mask: SecretMask, origin: Origin, needsToken: Bool
    ) {
        let trust = origin.isSecure ? " -k" : ""
        let authorization = needsToken ? " -H \"Authorization: Bearer \(CurlCommand.tokenVariable)\"" : ""
        self.init(
            scripts: scripts.list(ScriptFilter(), in: directory).map {
                ScriptsView.script(mask.json($0.json), isSpent: $0.isSpent)
            },
            example: """
                curl -s\(trust)\(authorization) \(origin)/_understudy/responses -d '{
                  "match": {"clientId": "aaaaaaaa-0000-4000-8000-000000000001", "endpoint": "token"},
                  "responses": [{"error": "AADSTS50076"}]
                }'
                """)
    }

    private static func script(_ value: JSONValue, isSpent: Bool) -> Script {
        let left = value["left"]?.integer
        let consumed = value["consumed"]?.integer ?? 0
        return Script(
            id: value["id"]?.string ?? "", match: (value["match"]?.object ?? []).map { "\($0.name): \($0.value.line)" },
            answers: (value["responses"]?.array ?? []).map(\.line),
            state: isSpent ? Badge("used", .calm) : Badge("active", .good),
            progress: "\(consumed) used, " + (left.map { "\($0) left" } ?? "no limit"))
    }
}
