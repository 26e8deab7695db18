package import Crypto
package import Entra
package import HTTP

/// A stubbed response, which an operator prepared for one request: one entry of `responses`
/// (docs/reference/interface.md#control-plane).
package struct StubbedResponse: Sendable {
    /// The content of the response.
    package enum Content: Sendable {
        /// The endpoint's own response, with a fault of its tokens if there is one.
        case own(TokenFault?)
        case error(StubbedError)
        case raw(RawResponse)
        /// No response. The connection ends before the endpoint runs.
        case nothing
        /// The fault of a TLS handshake, which comes before any request.
        case handshake(HandshakeFault)
    }

    /// The time to wait before the request is handled.
    package let delay: Duration
    package let content: Content
    /// The fault in the transmission of the response, or nil.
    package let fault: WireFault?
    /// The name of the fault, of the transmission, the tokens or the handshake, as the operator wrote it.
    package let faultName: String?

    package init(delay: Duration, content: Content, fault: WireFault?, faultName: String?) {
        self.delay = delay
        self.content = content
        self.fault = fault
        self.faultName = faultName
    }

    /// The header fields of a response that the stub gives in full. They replace the header fields of the server.
    package var headers: [(name: String, value: String)] { if case .raw(let raw) = content { raw.headers } else { [] } }
}

/// A response with the status, the header fields and the body of the stub.
package struct RawResponse: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: [UInt8]

    package init(status: Int, headers: [(name: String, value: String)], body: [UInt8]) {
        self.status = status
        self.headers = headers
        self.body = body
    }
}

/// An error that an operator has stubbed for a request: a code of the catalog, or an OAuth error by its name.
package struct StubbedError: Sendable {
    package let code: AADSTS
    /// The OAuth error if the operator gave a name and not a code.
    package let name: OAuthError?
    /// The message in place of the one of the code.
    package let text: String?
    /// A claims challenge as JSON text.
    package let claims: String?
    package let suberror: Suberror?

    package init(
        code: AADSTS, name: OAuthError? = nil, text: String? = nil, claims: String? = nil, suberror: Suberror? = nil
    ) {
        self.code = code
        self.name = name
        self.text = text
        self.claims = claims
        self.suberror = suberror
    }
}

/// A stubbed response that one request consumed.
package struct TakenStub: Sendable {
    /// The ID of the stub.
    package let id: String
    package let response: StubbedResponse

    package init(id: String, response: StubbedResponse) {
        self.id = id
        self.response = response
    }
}
