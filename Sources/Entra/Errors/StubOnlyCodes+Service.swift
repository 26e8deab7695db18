/// Codes about resources, claims transformations and failures of the service that only a stub returns.
extension AADSTS {
    static let stubOnlyServiceRows = [
        stubOnly(
            .invalidResource, delivery: .shownUnlessSilent,
            fix: "Name an API that is registered in the tenant and can be used there.",
            """
            50007 The encryption certificate of the resource's partner was not found.
            50010 The audience of the resource could not be validated.
            65006 The permissions that the client requires match no permission of the resource.
            500012 The name of the resource application is not valid.
            500015 The tenant does not support resources of personal accounts.
            500016 The application is not supported as a resource of the flow.
            500017 The application is not allowed as a resource of the flow.
            650051 The service principal of the resource could not be created.
            650054 The application asks for a resource that was removed or is no longer available.
            650055 The permissions that the application requires do not contain the resource.
            650058 The organization has not enabled the service of the resource.
            700017 The resource is not supported.
            700018 The resource is not supported by the endpoint.
            700039 The zero GUID is not a valid resource identifier.
            700040 The identifier of the managed resource is not valid.
            7000117 The resource application is disabled in the tenant.
            9002329 The client or the resource is misconfigured in the tenant.
            """),
        stubOnly(
            .invalidGrant, delivery: .redirected,
            fix: "Have an administrator consent to the application.",
            """
            90008 The application needs at least the permission to sign in and read the profile.
            650011 Nobody has consented to the application.
            650061 The client requested a role of the resource that was not granted to the client.
            1003031 The permissions that the application requires are misconfigured.
            """),
        stubOnly(
            .accessDenied, delivery: .redirected,
            fix: "Have an administrator consent to the application.",
            """
            90096 An administrator must consent to the permissions that the application requests.
            650041 The user ended the request.
            900942 An administrator must consent before tokens for the resource can be issued.
            """),
        stubOnly(
            .accessDenied, delivery: .shownUnlessSilent,
            fix: "Add the tenant to the list that the network permits (tenant restrictions).",
            """
            500022 Access to the tenant is denied, because the network does not permit the tenant.
            """),
        stubOnly(
            .invalidRequest, delivery: .shownUnlessSilent,
            fix: "Correct the claims mapping policy of the application.",
            """
            50003 The application has no signing key.
            50023 The claim type is reserved for the service.
            50042 The principal lacks the salt for a pairwise identifier.
            50043 The principal has several salts for a pairwise identifier.
            50045 The salt for a pairwise identifier is malformed.
            50100 The claims of the token could not be transformed.
            50101 The claims transformer is unknown.
            50102 The custom claims transformer could not be loaded.
            50103 The transformation of the token's claims failed.
            50108 The configuration of the claims transformation could not be read.
            50109 The claims transformation is unknown.
            50111 The claims transformation is unknown.
            50123 The method of the claims transformation is unknown.
            50124 The claims transformation has an input that is not valid.
            50130 The claim value is not a known authentication method.
            50162 The claims transformation has timed out.
            50163 The claims transformation made a claim that is too large.
            50165 The encryption algorithm is not supported for this type of token.
            501241 The claims transformation lacks a mandatory input.
            501621 A regular expression of the claims transformation has timed out.
            501631 A regular expression of the claims transformation replaces too much.
            501632 A regular expression of the claims transformation has too many parameters.
            1003012 The custom extension returned an action that its type does not define.
            1003014 The resource of the custom extension does not have the required form.
            1003015 The address and the resource of the custom extension have different domains.
            1003016 The resource of the custom extension names no service principal of the tenant.
            1003017 The service principal for custom extensions was not found in the tenant.
            1003018 The service principal for custom extensions is disabled in the tenant.
            1003019 The service principal of the custom extension's resource is disabled.
            1003020 The address of the custom extension is malformed.
            1003021 The custom extension lacks the permission to receive data.
            1003022 The service principal of Microsoft Graph is disabled or missing in the tenant.
            1003023 The address of the custom extension is blocked.
            1003024 The response of the custom extension is too large.
            1003025 The claims of the custom extension are too large.
            1003026 The custom extension returned a claim without a name.
            1003027 The custom extension could not be reached.
            """),
        stubOnly(
            .serverError, status: 500, delivery: .redirected,
            fix: "Repeat the request later.",
            """
            50051 The endpoint of the root keys has no keys.
            50082 The endpoint of the partitioned signing keys has no keys.
            50138 The environment of the encryption key is not valid.
            50190 The settings of the region could not be read.
            50193 The service failed for an internal reason.
            90000 The service failed in an internal step.
            90025 The request took longer than the service allows.
            90036 The directory service failed unexpectedly.
            90037 The directory service failed and does not permit a repetition.
            90040 The service failed, and the request cannot be repeated.
            90046 The service failed in an internal check.
            90047 The service failed in an internal call.
            90052 The service failed for a reason that depends on the moment.
            90092 The directory service failed, and the request cannot be repeated.
            90128 The preferences of the user could not be loaded.
            220450 The version of the Android web view is not supported.
            399206 The data of the revocation filter could not be fetched.
            399211 The requested cache was not found.
            399212 The requested cache has expired.
            399217 The service failed in a call of another service.
            399220 Several service principals were found.
            399233 The cache has no signing key.
            399234 The response with the public signing key is not valid XML.
            399237 The request could not be forwarded.
            500031 The service has no signing certificate.
            500032 The service has no certificate to issue another certificate.
            500033 The service has a problem with its key.
            1000501 The session could not be read from its store.
            1002001 The template of the device was not found in the tenant.
            1002002 The configuration of certificate-based authentication is not valid in the tenant.
            1002007 The token lacks the roles for the evaluation data.
            1002008 The access to the evaluation data is not authorized.
            1002009 The access to the evaluation data was denied.
            1002010 The revocation data could not be fetched.
            1002011 The tenant has no domain for its branding on the private link.
            1002028 The token lacks the roles for the partitioned signing keys.
            1002029 The access to the partitioned signing keys is not authorized.
            1002030 The token of the Microsoft application could not be validated.
            1003032 The storage of the evaluation data is not ready.
            1003036 The partitioned signing keys are not set up properly.
            1003038 The root signing key was not found.
            1003039 The partitioned signing key was not found.
            """),
        stubOnly(
            .temporarilyUnavailable, status: 503, delivery: .redirected,
            fix: "Repeat the request after a short pause.",
            """
            50004 A transient error of the service occurred. Please try again.
            50033 A transient error occurred. Please try again.
            50134 The device flow was authorized in another data center than it began in.
            51005 The request must be repeated at another address.
            90006 The service is temporarily unavailable. Please try again.
            90030 A transient error of the directory occurred. Please try again.
            90031 A transient error of a server occurred. Please try again.
            90032 A transient error of the store occurred. Please try again.
            90035 The service is temporarily unavailable for the directory.
            90039 The service is temporarily unavailable in the region.
            90041 A transient error of a call occurred. Please try again.
            90045 The service is too busy. Please try again later.
            90091 The directory service cannot be reached. Please try again.
            90202 A transient error of the request occurred. Please try again.
            230109 The backup service for authentication accepts requests of its gateway only.
            399215 The call of another token service failed.
            399216 The call of another token service timed out.
            399219 The service for personal accounts timed out.
            1002022 A transient error occurred while the revocation filter was fetched.
            1003030 A transient error occurred while a personal account signed in.
            """),
        stubOnly(
            .invalidRequest, delivery: .redirected,
            fix: "Use a current version of TLS.",
            """
            1002016 The version of TLS or the cipher is no longer supported.
            """),
    ].flatMap(\.self)
}
