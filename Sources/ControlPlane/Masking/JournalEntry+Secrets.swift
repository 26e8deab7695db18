import Entra
import Formats
import HTTP
import Protocol

extension JournalEntry {
    /// The texts of an entry that are secrets by their names. Texts that the entry also shows under a harmless name are left out:
    /// an application ID that a client sends as its secret remains visible as the ID.
    var namedSecrets: [String] {
        let answer = RecordedResponse(self)
        let forms = [query, form, answer.parameters].compactMap(\.self)
        let parameters = forms.flatMap(\.fields).filter { SecretNames.isSecret($0.name) }.map(\.value)
        let headers = (request.headers.fields + response.headers.fields).flatMap(JournalEntry.secrets)
        let bodies = [form == nil ? JSONValue(parsing: request.body) : nil, answer.json].compactMap(\.self)
        let shown = Set(
            forms.flatMap { form in JournalEntry.identities.compactMap { form[$0] } }.map { ByteString($0) })
        return (parameters + headers + bodies.flatMap(SecretJSON.secrets)).filter { !shown.contains(ByteString($0)) }
    }

    private static let identities = [
        Parameter.clientID, Parameter.username, Parameter.loginHint, Parameter.redirectURI, Parameter.scope,
        Parameter.resource, Parameter.grantType, Parameter.responseType, Parameter.state, Parameter.nonce,
        PageField.username,
    ]

    /// Returns the credentials of a header without their scheme, and the password of Basic authentication.
    private static func secrets(_ header: HeaderList.Field) -> [String] {
        guard SecretNames.isSecret(header.name), !header.name.isExactlyIgnoringASCIICase("Cookie"),
            !header.name.isExactlyIgnoringASCIICase("Set-Cookie")
        else { return [] }
        let words = header.value.pieces(separatedBy: " ", atMost: 2)
        guard words.count == 2 else { return [header.value] }
        let basic = AuthorizationHeader.credentials(header.value, scheme: "Basic")
            .flatMap { Base64.decodeStandard($0.utf8) }.flatMap { String(utf8: $0) }
        let password = basic?.pieces(separatedBy: ":", atMost: 2, keepingEmpty: true).last
        return [words[1]]
            + [password, password.flatMap { Percent.decode($0.utf8, plusIsSpace: true) }].compactMap(\.self)
    }
}
