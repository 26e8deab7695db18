import Crypto
import Entra
import Formats
import Protocol

extension FuzzTarget {
    /// The parts of a token spell the token again.
    static let jws = FuzzTarget(name: "jws") { input in
        guard let token = CompactJWS(text(input), maximumBytes: 4_096) else { return }
        demand(!token.header.isEmpty, "there is a header")
        demand(token.signingInput + [UInt8(ascii: ".")] + Base64.urlBytes(token.signature) == input, "nothing is lost")
        _ = JSONValue(parsing: token.header)
        _ = JSONValue(parsing: token.payload)
    }

    static let deviceAnswer = FuzzTarget(name: "device-answer") { input in
        guard let answer = PKeyAuthResponse(text(input)) else { return }
        demand(!answer.context.isEmpty && answer.token?.isEmpty != true, "what is there is not empty")
        let token = answer.token.map { "AuthToken=\"\($0)\", " } ?? ""
        let written = "PKeyAuth \(token)Context=\"\(answer.context)\", Version=\"1.0\""
        demand(PKeyAuthResponse(written) == answer, "an answer survives being written")
    }

    /// The key document of another issuer.
    static let keys = FuzzTarget(name: "keys") { input in
        guard let document = JSONValue(parsing: input), let set = JSONWebKeySet(document) else { return }
        demand(!set.keys.isEmpty && set.keys.count <= JSONWebKeySet.maximumCount, "the number of keys is bounded")
        for key in set.keys {
            demand(set.key(id: key.id) != nil, "a key is found by its id")
            _ = try? RSAPublicKey(modulus: key.modulus, exponent: key.exponent)
        }
        if let address = document["jwks_uri"]?.string.flatMap(WebAddress.init) {
            demand(address.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "an address is one plain word")
            demand(WebAddress(address.description) == address, "an address survives being written")
        }
    }

    static let scope = FuzzTarget(name: "scope") { input in
        guard let request = try? ScopeRequest.parse(text(input)) else { return }
        demand(request.permissions.count <= ScopeRequest.maximumCount, "the number of scopes is bounded")
        guard !request.permissions.isEmpty else { return }
        let again = try? ScopeRequest.parse(request.permissions.map(\.text).joined(separator: " "))
        demand(again?.permissions == request.permissions, "permissions survive being written")
    }

    static let userCode = FuzzTarget(name: "usercode") { input in
        guard let code = UserCode(typed: text(input)) else { return }
        demand(code.description.utf8.count == UserCode.length, "a code has its length")
        demand(code.description.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a code is plain")
        demand(UserCode(typed: code.description) == code, "a code survives being written")
    }

    static let claims = FuzzTarget(name: "claims") { input in
        guard let request = try? ClaimsRequest(parsing: text(input)) else { return }
        demand(request.text?.utf8.elementsEqual(text(input).utf8) == true, "the text is kept as sent")
        guard let value = JSONValue(parsing: Array(text(input).utf8)) else { return }
        demand(JSONValue(parsing: JSONWriter.value(value)) == value, "JSON survives being written: \(value)")
    }

    static let origin = FuzzTarget(name: "origin") { input in
        guard let origin = Origin(scheme: "https", authority: text(input)) else { return }
        demand(!origin.host.isEmpty && origin.host.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "a host is plain")
        demand(!origin.host.utf8.contains { "@/\\?#%".utf8.contains($0) }, "a host ends where the authority does")
        demand(Origin(scheme: "https", authority: origin.authority) == origin, "an origin survives being written")
        _ = (origin.cloud, origin.isExternalID)
    }
}
