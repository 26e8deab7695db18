import Crypto
import Formats
import HTTP
import Protocol

extension ControlRoutes {
    /// The routes of stubbed responses.
    static let stubs: [Route<ControlEndpoint>] = [
        Route(["POST"], "/_understudy/responses", .addResponses),
        Route(["GET"], "/_understudy/responses", .listResponses),
        Route(["DELETE"], "/_understudy/responses", .removeResponses),
    ]
}

/// The endpoints at `/_understudy/responses`: stubbed responses and faults for later requests
/// (docs/reference/interface.md#control-plane).
extension ControlEndpoint {
    static var addResponses: ControlEndpoint {
        .control("responses") { (context, server) throws(ProblemDocument) in
            let script = try ScriptRequest.script(context.request.body, id: server.random.guid().description)
            try server.scripts.add(script)
            return .json(JSONWriter.object { $0.field("id", script.id) }, status: 201)
        }
    }

    /// Lists the remaining stubs, and how often each was consumed. With `secrets=true`, the list includes their secrets.
    static var listResponses: ControlEndpoint {
        .control("responses", query: ScriptFilter.listQuery) { (context, server) throws(ProblemDocument) in
            let filter = try ScriptFilter(query: context.controlQuery)
            let scripts = server.scripts.list(filter, in: context.services.directory)
            try filter.check(scripts.count)
            let showsSecrets = try SecretMasks.areSecretsShown(by: context.controlQuery)
            let mask = showsSecrets ? server.masks.showingSecrets : server.mask(context.services.directory)
            return .json(
                JSONWriter.object { json in
                    json.array("responses") { list in
                        for script in scripts { list.element(mask.json(script.json)) }
                    }
                    json.field("total", scripts.count)
                })
        }
    }

    static var removeResponses: ControlEndpoint {
        .control("responses", query: ScriptFilter.query, takesBody: false) {
            (context, server) throws(ProblemDocument) in
            let filter = try ScriptFilter(query: context.controlQuery)
            let count = try server.scripts.remove(filter, in: context.services.directory)
            try filter.check(count)
            return .json(JSONWriter.object { $0.field("removed", count) })
        }
    }
}
