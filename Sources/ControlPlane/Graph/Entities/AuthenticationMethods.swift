import Directory
import Entra
import Formats
import HTTP
import Protocol

/// A registered authentication method of a user.
struct AuthenticationMethod: Sendable {
    /// The kinds of methods. The raw value is the name of the collection.
    enum Kind: String, Sendable, CaseIterable {
        case password = "passwordMethods"
        case phone = "phoneMethods"
        case email = "emailMethods"
        case softwareOath = "softwareOathMethods"
        case temporaryAccessPass = "temporaryAccessPassMethods"
        case microsoftAuthenticator = "microsoftAuthenticatorMethods"
        case fido2 = "fido2Methods"
        case windowsHelloForBusiness = "windowsHelloForBusinessMethods"
        case platformCredential = "platformCredentialMethods"

        /// The word for the kind in permissions, such as `UserAuthMethod-TAP.ReadWrite.All`.
        var permission: String {
            switch self {
            case .password: "Password"
            case .phone: "Phone"
            case .email: "Email"
            case .softwareOath: "SoftwareOATH"
            case .temporaryAccessPass: "TAP"
            case .microsoftAuthenticator: "MicrosoftAuthApp"
            case .fido2: "Passkey"
            case .windowsHelloForBusiness: "WindowsHello"
            case .platformCredential: "PlatformCred"
            }
        }
    }

    /// The IDs that the service gives to the methods of which a user has one (resources of the reference).
    enum ID {
        static let password = "28c10230-6103-485e-b985-444c60001490"
        static let mobilePhone = "3179e48a-750b-4051-897c-87b9720928f7"
        static let email = "3ddfcfc8-9383-446f-83cc-3ab9be4be18f"

        static func phone(_ kind: OtherPhone.Kind) -> String {
            switch kind {
            case .alternateMobile: "b6332ec1-7057-4abe-9331-3d72feddfe41"
            case .office: "e37fc753-ff3b-4958-9484-eaa9425c82bc"
            }
        }
    }

    let kind: Kind
    let id: String
    /// The properties after the ID.
    let members: [JSONValue.Member]

    /// Returns the methods of a user: the password, the methods for a second factor, the telephone numbers for calls, and the
    /// temporary access pass.
    static func all(of user: User, at now: Timestamp) -> [AuthenticationMethod] {
        var methods: [AuthenticationMethod] = []
        if user.hasPassword {
            let created = user.lastPasswordChange.map { JSONValue.string($0.iso8601) } ?? .null
            methods.append(
                AuthenticationMethod(
                    kind: .password, id: ID.password,
                    members: [.init("createdDateTime", created), .init("password", .null)]))
        }
        methods += user.multiFactorMethods.enumerated().map { AuthenticationMethod($0.element, $0.offset, of: user) }
        methods += user.otherPhones.map { AuthenticationMethod($0) }
        if let pass = user.temporaryAccessPass { methods.append(AuthenticationMethod(pass, at: now, isNew: false)) }
        return methods
    }

    private init(kind: Kind, id: String, members: [JSONValue.Member]) {
        self.kind = kind
        self.id = id
        self.members = members
    }

    private init(_ method: MFAMethod, _ index: Int, of user: User) {
        switch method {
        case .sms(let number):
            kind = .phone
            id = ID.mobilePhone
            members = AuthenticationMethod.phone(number, "mobile", smsSignIn: "notAllowedByPolicy")
        case .email(let address):
            kind = .email
            id = ID.email
            members = [.init("emailAddress", .string(address))]
        case .code, .authenticator:
            kind = .softwareOath
            id = GUID(derivedFrom: "softwareOathMethod", user.id.description, String(index)).description
            members = [.init("secretKey", .null)]
        case .push(let phone):
            kind = .microsoftAuthenticator
            id = GUID(derivedFrom: "microsoftAuthenticatorMethod", user.id.description, String(index)).description
            members = [
                .init("displayName", phone.isEmpty ? .null : .string(phone)),
                .init("deviceTag", .string("SoftwareTokenActivated")), .init("phoneAppVersion", .null),
                .init("createdDateTime", .null),
            ]
        }
    }

    /// SMS sign-in exists for mobile phones only.
    private init(_ phone: OtherPhone) {
        kind = .phone
        id = ID.phone(phone.kind)
        members = AuthenticationMethod.phone(phone.number, phone.kind.rawValue, smsSignIn: "notSupported")
    }

    private static func phone(_ number: String, _ type: String, smsSignIn state: String) -> [JSONValue.Member] {
        [
            .init("phoneNumber", .string(number)), .init("phoneType", .string(type)),
            .init("smsSignInState", .string(state)),
        ]
    }

    /// Only the response to the creation contains the pass.
    init(_ pass: TemporaryAccessPass, at now: Timestamp, isNew: Bool) {
        let usability = pass.usability(at: now)
        kind = .temporaryAccessPass
        id =
            pass.id == ObjectID("")
            ? GUID(derivedFrom: "temporaryAccessPass", pass.pass).description : pass.id.description
        members = [
            .init("temporaryAccessPass", isNew ? .string(pass.pass) : .null),
            .init("createdDateTime", pass.createdDateTime.map { .string($0.iso8601) } ?? .null),
            .init("startDateTime", .string(pass.startDateTime.iso8601)),
            .init("lifetimeInMinutes", .integer(Int64(pass.lifetimeInMinutes))),
            .init("isUsableOnce", .bool(pass.isUsableOnce)),
            .init("isUsable", .bool(usability == .enabledByPolicy)),
            .init("methodUsabilityReason", .string(usability.rawValue)),
        ]
    }

    /// The object with its `@odata.type`, such as `#microsoft.graph.phoneAuthenticationMethod`.
    var json: JSONValue { .object([type] + plain) }

    fileprivate var type: JSONValue.Member {
        let name = kind.rawValue.dropping(suffix: "Methods") ?? kind.rawValue
        return .init("@odata.type", .string("#microsoft.graph.\(name)AuthenticationMethod"))
    }

    fileprivate var plain: [JSONValue.Member] { [JSONValue.Member("id", .string(id))] + members }
}

extension GraphOperation {
    private static let root = "/users/{id}/authentication"

    private static let deletable = AuthenticationMethod.Kind.allCases.filter { $0 != .password }

    static let authenticationMethods: [GraphOperation] =
        [
            GraphOperation("GET", "\(root)/methods", .readMethods) { (request) throws(GraphError) in
                listMethods(try methods(request).map(\.json), "methods", request)
            },
            GraphOperation("GET", "\(root)/methods/{method}", .readMethods) { (request) throws(GraphError) in
                oneMethod(try findMethod(request), "methods", request)
            },
            GraphOperation("POST", "\(root)/methods/{method}/resetPassword", .resetPasswordMethod, resetPassword),
            GraphOperation(
                "POST", "\(root)/passwordMethods/{method}/resetPassword", .resetPasswordMethod, resetPassword),
            GraphOperation("GET", "\(root)/operations/{operation}", .readMethods(.password), operation),
            GraphOperation("POST", "/users/{id}/changePassword", .changePassword, changePassword),
            GraphOperation("POST", "\(root)/phoneMethods", .administerMethods(.phone), addPhone),
            GraphOperation("PATCH", "\(root)/phoneMethods/{method}", .administerMethods(.phone), updatePhone),
            GraphOperation(
                "POST", "\(root)/phoneMethods/{method}/enableSmsSignIn", .manageMethods(.phone), enableSMSSignIn),
            GraphOperation(
                "POST", "\(root)/phoneMethods/{method}/disableSmsSignIn", .manageMethods(.phone), disableSMSSignIn),
            GraphOperation("POST", "\(root)/emailMethods", .manageMethods(.email), addEmail),
            GraphOperation("PATCH", "\(root)/emailMethods/{method}", .administerMethods(.email), updateEmail),
            GraphOperation(
                "POST", "\(root)/temporaryAccessPassMethods", .administerMethods(.temporaryAccessPass), addPass),
        ]
        + AuthenticationMethod.Kind.allCases.flatMap { kind in
            [
                GraphOperation("GET", "\(root)/\(kind.rawValue)", .readMethods(kind)) { (request) throws(GraphError) in
                    let found = try methods(request).filter { $0.kind == kind }
                    return listMethods(found.map { .object($0.plain) }, kind.rawValue, request)
                },
                GraphOperation("GET", "\(root)/\(kind.rawValue)/{method}", .readMethods(kind)) {
                    (request) throws(GraphError) in
                    oneMethod(try findMethod(request, kind), kind.rawValue, request)
                },
            ]
        }
        + deletable.map { kind in
            GraphOperation("DELETE", "\(root)/\(kind.rawValue)/{method}", .manageMethods(kind)) {
                (request) throws(GraphError) in
                try remove(try findMethod(request, kind), request)
                return GraphResponse.noContent
            }
        }

    static func methods(_ request: GraphRequest) throws(GraphError) -> [AuthenticationMethod] {
        AuthenticationMethod.all(of: try request.user(), at: request.services.now)
    }

    static func findMethod(
        _ request: GraphRequest, _ kind: AuthenticationMethod.Kind? = nil
    ) throws(GraphError) -> AuthenticationMethod {
        let key = request.key("method").value
        let found = try methods(request).first {
            $0.id.isExactlyIgnoringASCIICase(key) && (kind == nil || $0.kind == kind)
        }
        guard let found else { throw .noMethod(key) }
        return found
    }

    static func listMethods(_ values: [JSONValue], _ name: String, _ request: GraphRequest) -> HTTPResponse {
        let id = (try? request.user().id.description) ?? ""
        return GraphResponse.value(.array(values), "users('\(id)')/authentication/\(name)", request)
    }

    static func oneMethod(
        _ method: AuthenticationMethod, _ name: String, _ request: GraphRequest, status: Int = 200
    ) -> HTTPResponse {
        let id = (try? request.user().id.description) ?? ""
        let context = GraphResponse.context("users('\(id)')/authentication/\(name)/$entity", request)
        var response = GraphResponse.json([context, method.type] + method.plain, status: status)
        if status == 201 {
            response.headers.append("Location", "\(request.root)/users/\(id)/authentication/\(name)/\(method.id)")
        }
        return response
    }

    /// Changes the user of the path, and returns the user after the change.
    static func changeUser(
        _ request: GraphRequest, _ change: (inout User) throws(GraphError) -> Void, endsSignIns: Bool = false
    ) throws(GraphError) -> User {
        let user = try request.user()
        return try request.edit { (edit: inout TenantEdit) throws(GraphError) in
            guard var changed = edit.user(user.id) else { throw .notFound(user.id.description) }
            try change(&changed)
            let after = changed
            try GraphError.check(edit.update(user.id) { $0 = after }, key: "", conflict: "id")
            return after
        } ending: { after in
            endsSignIns ? after : nil
        }
    }

    static func remove(_ method: AuthenticationMethod, _ request: GraphRequest) throws(GraphError) {
        _ = try changeUser(request) { (user) throws(GraphError) in
            guard method.kind != .temporaryAccessPass else {
                user.temporaryAccessPass = nil
                return
            }
            guard !method.id.isExactly(AuthenticationMethod.ID.mobilePhone) || !user.hasAlternateMobile else {
                throw .badRequest("The mobile phone cannot be deleted while the user has an alternateMobile phone.")
            }
            let now = request.services.now
            user.otherPhones.removeAll { AuthenticationMethod.ID.phone($0.kind).isExactly(method.id) }
            let all = user.multiFactorMethods
            // The password comes before the methods for a second factor, and the other phones come after them.
            let ids = AuthenticationMethod.all(of: user, at: now).filter { $0.kind != .password }.map(\.id)
            let remaining = zip(all, ids).filter { !$0.1.isExactly(method.id) }.map(\.0)
            user.mfa = remaining.first
            user.otherMFA = Array(remaining.dropFirst())
        }
    }
}

extension User {
    /// Whether the user has a number that requires a mobile phone.
    fileprivate var hasAlternateMobile: Bool { self.otherPhones.contains { $0.kind == .alternateMobile } }
}

extension GraphError {
    static func noMethod(_ key: String) -> GraphError {
        GraphError(
            status: 404, code: "resourceNotFound",
            message: "The authentication method '\(key)' does not exist for the user.")
    }
}
