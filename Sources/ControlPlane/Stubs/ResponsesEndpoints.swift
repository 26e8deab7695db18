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
            let stub = try StubRequest.stub(context.request.body, id: server.random.guid().description)
            try server.stubs.add(stub)
            return .json(JSONWriter.object { $0.field("id", stub.id) }, status: 201)
        }
    }

    /// Lists the remaining stubs, and how often each was consumed. With `secrets=true`, the list includes their secrets.
    static var listResponses: ControlEndpoint {
        .control("responses", query: StubFilter.listQuery) { (context, server) throws(ProblemDocument) in
            let filter = try StubFilter(query: context.controlQuery)
            let stubs = server.stubs.list(filter, in: context.services.directory)
            try filter.check(stubs.count)
            let showsSecrets = try SecretMasks.areSecretsShown(by: context.controlQuery)
            let mask = showsSecrets ? server.masks.showingSecrets : server.mask(context.services.directory)
            return .json(
                JSONWriter.object { json in
                    json.array("responses") { list in
                        for stub in stubs { list.element(mask.json(stub.json)) }
                    }
                    json.field("total", stubs.count)
                })
        }
    }

    static var removeResponses: ControlEndpoint {
        .control("responses", query: StubFilter.query, takesBody: false) {
            (context, server) throws(ProblemDocument) in
            let filter = try StubFilter(query: context.controlQuery)
            let count = try server.stubs.remove(filter, in: context.services.directory)
            try filter.check(count)
            return .json(JSONWriter.object { $0.field("removed", count) })
        }
    }
}
