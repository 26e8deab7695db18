import Directory
import Entra
import Formats
import HTTP

extension ProtocolRoutes {
    /// The routes of the token endpoints of Azure hosts, and of the instance metadata. Each path also exists with a trailing slash
    /// (docs/reference/protocol.md#managed-identity-trailing-slash).
    static let managedIdentity: [Route<Endpoint>] = managedIdentityPaths.flatMap {
        [$0, Route($0.methods, $0.pattern + "/", $0.handler)]
    }

    private static let managedIdentityPaths: [Route<Endpoint>] = [
        Route(["GET"], "/metadata/identity/oauth2/token", .managedIdentity(.virtualMachine)),
        Route(["GET"], "/metadata/instance/compute", .instanceMetadata { .json(InstanceMetadata.compute($1)) }),
        Route(
            ["GET"], "/metadata/instance/compute/location",
            .instanceMetadata { (request, services) throws(ManagedIdentityFailure) in
                .text(200, try InstanceMetadata.location(request, services))
            }),
        Route(["GET"], "/msi/token", .managedIdentity(.appService, .olderAppService)),
        Route(["GET"], "/msi/auth", .managedIdentity(.machineLearning)),
        Route(["GET"], "/arc/metadata/identity/oauth2/token", .managedIdentity(.azureArc)),
        Route(
            ["GET"], "/servicefabric/metadata/identity/oauth2/token",
            .managedIdentity(.serviceFabric, .olderServiceFabric)),
        Route(["POST"], "/oauth2/token", .managedIdentity(.cloudShell)),
    ]
}

/// The token endpoints of Azure's hosts (docs/reference/protocol.md#managed-identity).
extension Endpoint {
    /// Returns a token endpoint. Several protocols at one address are distinguished by `api-version`.
    static func managedIdentity(
        _ usual: ManagedIdentityProtocol, _ others: ManagedIdentityProtocol...
    ) -> Endpoint {
        Endpoint("managedidentity") { (context) throws(EntraError) in
            var rules = usual
            do throws(ManagedIdentityFailure) {
                let request = try ManagedIdentityRequest(context)
                rules = try request.hostProtocol(among: [usual] + others)
                try checkHost(context)
                try request.checkOrigin(rules)
                if rules.host == .azureArc { try challenge(context) }
                return .json(try ManagedIdentityFlow.run(request, rules, services: context.services))
            } catch {
                return errorResponse(error, rules, context)
            }
        } raise: { error, context in
            let rules = (try? ManagedIdentityRequest(context).hostProtocol(among: [usual] + others)) ?? usual
            return errorResponse(.rejected(error), rules, context)
        } tenant: { context in
            guard let request = try? ManagedIdentityRequest(context),
                let rules = try? request.hostProtocol(among: [usual] + others)
            else { return nil }
            return ManagedIdentityFlow.tenant(of: request, rules, services: context.services)
        }
    }

    /// Returns an endpoint of the instance metadata, which libraries query for the region
    /// (docs/reference/protocol.md#managed-identity-region).
    static func instanceMetadata(
        _ response:
            @escaping @Sendable (ManagedIdentityRequest, Services) throws(ManagedIdentityFailure) -> HTTPResponse
    ) -> Endpoint {
        Endpoint("instancemetadata", usesStore: false) { (context) throws(EntraError) in
            let rules = ManagedIdentityProtocol.instanceMetadata
            do throws(ManagedIdentityFailure) {
                try checkHost(context)
                let request = try ManagedIdentityRequest(context)
                try request.checkOrigin(rules)
                try request.checkVersion(rules)
                return try response(request, context.services)
            } catch {
                return errorResponse(error, rules, context)
            }
        } raise: { error, context in
            errorResponse(.rejected(error), .virtualMachine, context)
        }
    }

    /// Throws `unknownHost` for an unknown host name, which protects against DNS rebinding: a page whose own name resolves to this
    /// machine may send every header, and only the host name distinguishes its requests from those of local programs.
    private static func checkHost(_ context: RequestContext) throws(ManagedIdentityFailure) {
        if let host = context.resources.hosts.unknown(among: context.hosts) { throw .unknownHost(host) }
    }

    /// Returns the response to a failure in the form of the host. The hosts of machines pass errors of the token service on.
    private static func errorResponse(
        _ failure: ManagedIdentityFailure, _ rules: ManagedIdentityProtocol, _ context: RequestContext
    ) -> HTTPResponse {
        let audience = (try? ManagedIdentityRequest(context))?.form[Parameter.resource] ?? ""
        if let detail = failure.detail { context.notes.note(detail: detail) }
        let body =
            if rules.passesErrorsOn, case .rejected(let error) = failure, error.status < 500 {
                ErrorRendering.report(error, context).json()
            } else {
                failure.json(
                    rules, audience: audience, correlationID: context.correlationID, now: context.services.now)
            }
        var response = HTTPResponse.json(body, status: failure.status(rules))
        if case .keyMissing(let file) = failure {
            response.headers.append("WWW-Authenticate", "Basic realm=\(file)")
        }
        response.setRetryAfter(failure.retryAfter)
        return response
    }

    /// Writes a new key file and throws `keyMissing` with its path, unless the request presents the content of a key file.
    private static func challenge(_ context: RequestContext) throws(ManagedIdentityFailure) {
        let services = context.services
        let isAdmitted: Bool
        do throws(EntraError) {
            isAdmitted = try ArcKeyCheck.admits(context.request.headers["Authorization"], services: services)
        } catch {
            throw .rejected(error)
        }
        guard !isAdmitted else { return }
        let folder = services.settings(tenant: nil, application: nil).arcKeyFolder
        throw .keyMissing(try context.resources.arcKeys.write(ArcKeyCheck.newKey(services), in: folder))
    }
}

extension ManagedIdentityRequest {
    /// Creates the request from the query of a GET or the form of a POST.
    fileprivate init(_ context: RequestContext) throws(ManagedIdentityFailure) {
        let headers = context.request.headers
        let form = context.request.method == "POST" ? try? context.form.get() : try? context.query.get()
        try self.init(form: form, header: { headers[$0] }, isSecure: context.peer.isSecure)
    }
}
