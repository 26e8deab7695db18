import Crypto
import Entra
import Formats
import Protocol

extension FuzzTarget {
    /// A token in JWS compact serialization. Its parts, joined again, equal the input.
    static let jws = FuzzTarget(name: "jws") { input in
        guard let token = CompactJWS(text(input), maximumBytes: 4_096) else { return }
        require(!token.header.isEmpty, "there is a header")
        require(
            token.signingInput + [UInt8(ascii: ".")] + Base64.urlBytes(token.signature) == input,
            "the parts equal the input")
        _ = JSONValue(parsing: token.header)
        _ = JSONValue(parsing: token.payload)
    }

    /// The `Authorization` header of a PKeyAuth device response.
    static let deviceResponse = FuzzTarget(name: "device-answer") { input in
        guard let response = PKeyAuthResponse(text(input)) else { return }
        require(!response.context.isEmpty && response.token?.isEmpty != true, "no member is empty")
        let token = response.token.map { "AuthToken=\"\($0)\", " } ?? ""
        let written = "PKeyAuth \(token)Context=\"\(response.context)\", Version=\"1.0\""
        require(PKeyAuthResponse(written) == response, "a response round-trips")
    }

    /// The key document of another issuer.
    static let keys = FuzzTarget(name: "keys") { input in
        guard let document = JSONValue(parsing: input), let set = JSONWebKeySet(document) else { return }
        require(!set.keys.isEmpty && set.keys.count <= JSONWebKeySet.maximumCount, "the number of keys is bounded")
        for key in set.keys {
            require(set.key(id: key.id) != nil, "a key is found by its id")
            _ = try? RSAPublicKey(modulus: key.modulus, exponent: key.exponent)
        }
        if let address = document["jwks_uri"]?.string.flatMap(WebAddress.init) {
            require(address.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an address has no spaces")
            require(WebAddress(address.description) == address, "an address round-trips")
        }
    }

    static let scope = FuzzTarget(name: "scope") { input in
        guard let request = try? ScopeRequest.parse(text(input)) else { return }
        require(request.permissions.count <= ScopeRequest.maximumCount, "the number of scopes is bounded")
        guard !request.permissions.isEmpty else { return }
        let again = try? ScopeRequest.parse(request.permissions.map(\.text).joined(separator: " "))
        require(again?.permissions == request.permissions, "permissions round-trip")
    }

    static let userCode = FuzzTarget(name: "usercode") { input in
        guard let code = UserCode(typed: text(input)) else { return }
        require(code.description.utf8.count == UserCode.length, "a code has the fixed length")
        require(code.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a code is visible ASCII")
        require(UserCode(typed: code.description) == code, "a code round-trips")
    }

    static let claims = FuzzTarget(name: "claims") { input in
        guard let request = try? ClaimsRequest(parsing: text(input)) else { return }
        require(request.text?.utf8.elementsEqual(text(input).utf8) == true, "the text is unchanged")
        guard let value = JSONValue(parsing: Array(text(input).utf8)) else { return }
        require(JSONValue(parsing: JSONWriter.value(value)) == value, "JSON round-trips: \(value)")
    }

    static let origin = FuzzTarget(name: "origin") { input in
        guard let origin = Origin(scheme: "https", authority: text(input)) else { return }
        require(
            !origin.host.isEmpty && origin.host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a host is visible ASCII")
        require(!origin.host.utf8.contains { "@/\\?#%".utf8.contains($0) }, "a host ends where the authority does")
        require(Origin(scheme: "https", authority: origin.authority) == origin, "an origin round-trips")
        _ = (origin.cloud, origin.isExternalID)
    }
}
