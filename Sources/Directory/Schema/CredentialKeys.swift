import Entra
import Formats

extension PasswordDraft {
    static let keys = ObjectSpec<PasswordDraft>(
        "passwordCredential", "A client secret (Graph passwordCredential).", unknownKeys: .ignored,
        keys: [
            .key(
                "secretText", \.secretText, .nonEmptyText,
                "The secret. Exports omit the text. An entry without the text authenticates no client."),
            .key("value", \.secretText, .nonEmptyText, "An older portal name for secretText.").alias,
            .key("keyId", \.description.keyId, .text, "The entry's id."),
            .key("displayName", \.description.displayName, .text, "The entry's name."),
            .key("hint", \.description.hint, .text, "The secret's first characters."),
            .key(
                "startDateTime", \.description.startDateTime, .timestamp, "The time from which the credential is valid."
            ),
            .key(
                "endDateTime", \.description.endDateTime, .timestamp,
                "The time at which the credential expires (AADSTS7000222)."),
            .key("startDate", \.description.startDateTime, .timestamp, "An older portal name for startDateTime.").alias,
            .key("endDate", \.description.endDateTime, .timestamp, "An older portal name for endDateTime.").alias,
            .key(
                "isOfServicePrincipal", \.isOfServicePrincipal, .bool,
                "true: the service principal has the secret, which is valid in this tenant alone. Default false."
            ).own,
        ])
}

/// An entry with a certificate. A relative path is resolved later, against the folder of the configuration file.
struct KeyCredentialDraft: Sendable {
    var credential = KeyCredential()
    var certificateFile: Marked<String>?

    static let keys = ObjectSpec<KeyCredentialDraft>(
        "keyCredential", "A client certificate (Graph keyCredential).", unknownKeys: .ignored,
        keys: [
            .key(
                "certificate", \.certificateFile, .marked(.nonEmptyText),
                "The path of a PEM file, relative to this file."
            )
            .own,
            .key("key", \.credential.certificate, .derCertificate, "The certificate: DER in base64."),
            .key("value", \.credential.certificate, .derCertificate, "An older portal name for key.").alias,
            .key("keyId", \.credential.keyId, .text, "The entry's id."),
            .key("displayName", \.credential.displayName, .text, "The entry's name."),
            .key(
                "usage", \.credential.usage, .keyUsage,
                "Only a key with the usage Verify authenticates the client. Default Verify."),
            .key(
                "startDateTime", \.credential.startDateTime, .timestamp, "The time from which the credential is valid."),
            .key("endDateTime", \.credential.endDateTime, .timestamp, "The time at which the credential expires."),
            .key("startDate", \.credential.startDateTime, .timestamp, "An older portal name for startDateTime.").alias,
            .key("endDate", \.credential.endDateTime, .timestamp, "An older portal name for endDateTime.").alias,
            .key(
                "isOfServicePrincipal", \.credential.isOfServicePrincipal, .bool,
                "true: the service principal has the certificate, which is valid in this tenant alone. Default false."
            ).own,
        ])
}

extension FederatedIdentityCredential {
    static let keys = ObjectSpec<FederatedIdentityCredential>(
        "federatedIdentityCredential",
        "An issuer whose tokens the application accepts as a credential (Graph federatedIdentityCredential).",
        unknownKeys: .ignored,
        keys: [
            .key("name", \.name, .nonEmptyText, "The entry's name.").required,
            .key(
                "issuer", \.issuer, .nonEmptyText,
                "The iss of the token, byte for byte: an https URL, or an http URL for loopback hosts and names without a dot."
            ).required,
            .key(
                "subject", \.subject, .nonEmptyText,
                "The sub of the token, byte for byte. Required unless there is a claimsMatchingExpression."),
            .key(
                "claimsMatchingExpression", \.claimsMatchingExpression, ClaimsMatchingExpression.keysValue,
                "An expression that the claims of the token must satisfy, instead of subject."),
            .key(
                "audiences", \.audiences, .list(.nonEmptyText),
                "The accepted aud. The list must have exactly one element. Default api://AzureADTokenExchange."
            ).alwaysExported,
            .key("description", \.description, .text, "A description of the credential."),
        ])

    /// An entry with an error is left out, so that no rule about the whole entry reports a second error.
    static let value: ValueSpec<FederatedIdentityCredential> = {
        let object = keys.value { _ in
            FederatedIdentityCredential(name: "", issuer: "", audiences: ["api://AzureADTokenExchange"])
        }
        return ValueSpec(object.shape, export: object.export) { input, location, findings in
            let known = findings.errors.count
            let credential = object.read(input, location, &findings)
            return findings.errors.count == known ? credential : nil
        }
    }()
}

extension ClaimsMatchingExpression {
    private struct Draft: Sendable {
        var value: ClaimsMatchingExpression?
        var languageVersion: Int?
    }

    private static let keys = ObjectSpec<Draft>(
        "federatedIdentityExpression",
        "An expression of a flexible federated identity credential (Graph federatedIdentityExpression).",
        unknownKeys: .ignored,
        keys: [
            .key(
                "value", \.value, expression,
                "The expression, such as claims['sub'] matches 'repo:contoso/orders:*' and claims['repository_id'] eq '456789'. The operators are eq and matches, where * is any text and ? is one character. Comparisons are joined by and."
            ).required,
            .key(
                "languageVersion", \.languageVersion, .integer(languageVersion...languageVersion),
                "The version of the language."
            ).required,
        ])

    private static let expression = ValueSpec<ClaimsMatchingExpression>(
        .pattern("^claims\\['", called: "an expression such as claims['sub'] eq 'TEXT'"), export: { .string($0.text) }
    ) { input, location, findings in
        guard let text = ValueSpec<String>.text.read(input, location, &findings) else { return nil }
        do throws(ClaimsMatchingExpression.Problem) {
            return try ClaimsMatchingExpression(text)
        } catch {
            findings.error(location, "\(error.message) in \"\(text)\"")
            return nil
        }
    }

    fileprivate static let keysValue: ValueSpec<ClaimsMatchingExpression> = {
        let object = keys.value { _ in Draft() }
        return ValueSpec(
            object.shape,
            export: { object.export(Draft(value: $0, languageVersion: ClaimsMatchingExpression.languageVersion)) }
        ) { input, location, findings in
            object.read(input, location, &findings)?.value
        }
    }()
}

extension ValueSpec where Value == String {
    /// A word of Graph. The comparison is case-sensitive, because a key with the usage `verify` instead of `Verify` would
    /// authenticate no client.
    fileprivate static let keyUsage = ValueSpec(.words(KeyCredential.usages)) { input, location, findings in
        guard let text = ValueSpec.text.read(input, location, &findings) else { return nil }
        if KeyCredential.usages.contains(where: { $0.isExactly(text) }) { return text }
        let hint = Suggestion.hint(for: text, among: KeyCredential.usages)
        findings.error(
            location, "unknown value \"\(text)\"",
            hint: hint ?? "one of " + KeyCredential.usages.joined(separator: ", "))
        return nil
    }
}
