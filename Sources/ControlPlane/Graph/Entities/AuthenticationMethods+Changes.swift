import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The registration of telephone numbers, mail addresses and passes.
extension GraphOperation {
    /// Returns the member of the body as a method, or throws 400.
    private static func method(
        _ name: String, of members: [JSONValue.Member], _ isKind: (MFAMethod) -> Bool
    ) throws(GraphError) -> MFAMethod {
        guard let text = members.first(where: { $0.name.isExactly(name) })?.value.string else {
            throw .missingValue(name)
        }
        guard let method = MFAMethod(text), isKind(method) else { throw .invalidValue(name) }
        return method
    }

    private static func phone(_ request: GraphRequest) throws(GraphError) -> MFAMethod {
        let members = try request.members()
        let type = members.first { $0.name.isExactly("phoneType") }?.value.string
        guard type.map({ $0.isExactly("mobile") }) ?? true else {
            throw .invalidValue("phoneType", "this server keeps the type mobile only")
        }
        return try method("phoneNumber", of: members) { if case .sms = $0 { true } else { false } }
    }

    private static func email(_ request: GraphRequest) throws(GraphError) -> MFAMethod {
        try method("emailAddress", of: try request.members()) { if case .email = $0 { true } else { false } }
    }

    static func addPhone(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try add(try phone(request), .phone, request)
    }

    static func addEmail(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try add(try email(request), .email, request)
    }

    static func updatePhone(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try replace(try findMethod(request, .phone), with: try phone(request), request)
    }

    static func updateEmail(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try replace(try findMethod(request, .email), with: try email(request), request)
    }

    /// Registers a method. The first method of a user is the one that sign-in pages use.
    private static func add(
        _ method: MFAMethod, _ kind: AuthenticationMethod.Kind, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let now = request.services.now
        let user = try changeUser(request) { (user) throws(GraphError) in
            guard !AuthenticationMethod.all(of: user, at: now).contains(where: { $0.kind == kind }) else {
                throw .badRequest("The user already has a method of this type.")
            }
            if user.mfa == nil { user.mfa = method } else { user.otherMFA.append(method) }
        }
        guard let made = AuthenticationMethod.all(of: user, at: now).first(where: { $0.kind == kind }) else {
            throw .notFound(kind.rawValue)
        }
        return oneMethod(made, kind.rawValue, request, status: 201)
    }

    private static func replace(
        _ old: AuthenticationMethod, with method: MFAMethod, _ request: GraphRequest
    ) throws(GraphError) -> HTTPResponse {
        let user = try changeUser(request) { (user) throws(GraphError) in
            if user.mfa?.hasKind(of: method) == true { user.mfa = method }
            user.otherMFA = user.otherMFA.map { $0.hasKind(of: method) ? method : $0 }
        }
        let all = AuthenticationMethod.all(of: user, at: request.services.now)
        guard let changed = all.first(where: { $0.id.isExactly(old.id) }) else { throw .noMethod(old.id) }
        return oneMethod(changed, old.kind.rawValue, request)
    }

    static func addPass(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        var pass = TemporaryAccessPass(pass: Passwords.generated(request.services.random))
        pass.id = request.newID()
        pass.createdDateTime = request.services.now
        pass.startDateTime = request.services.now
        for member in request.body.isEmpty ? [] : try request.members() where !member.isAnnotation {
            guard member.value != .null else { continue }
            switch member.name {
            case "lifetimeInMinutes":
                pass.lifetimeInMinutes = try GraphValue<Int>.integer(TemporaryAccessPass.lifetimes)
                    .read(member.value, member.name)
            case "isUsableOnce": pass.isUsableOnce = try GraphValue<Bool>.boolean.read(member.value, member.name)
            case "startDateTime":
                pass.startDateTime = try GraphValue<Timestamp>.dateTime.read(member.value, member.name)
            default: throw .badRequest("Property '\(member.name)' is read-only and cannot be set.")
            }
        }
        let new = pass
        _ = try changeUser(request) { (user) throws(GraphError) in
            guard !user.isGuest(in: request.tenant.id) else {
                throw .badRequest("A guest cannot have a temporary access pass.")
            }
            user.temporaryAccessPass = new
        }
        let made = AuthenticationMethod(new, at: request.services.now, isNew: true)
        return oneMethod(made, AuthenticationMethod.Kind.temporaryAccessPass.rawValue, request, status: 201)
    }
}

/// The changes of passwords by their method.
extension GraphOperation {
    static func resetPassword(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        _ = try findMethod(request, .password)
        guard request.caller.user?.id != (try request.user().id) else {
            throw .badRequest("An administrator cannot reset the own password: use changePassword.")
        }
        let members = request.body.isEmpty ? [] : try request.members()
        let given = members.first { $0.name.isExactly("newPassword") }?.value.string
        let password = given ?? Passwords.generated(request.services.random)
        let now = request.services.now
        let user = try changeUser(
            request,
            { (user) throws(GraphError) in
                user.password = password
                user.mustChangePassword = true
                user.lastPasswordChange = now
                try checkPassword(user, in: request.tenant)
            }, endsSignIns: true)
        let context = [GraphResponse.context("microsoft.graph.passwordResetResponse", request)]
        var response = GraphResponse.json(
            given == nil ? context + [.init("newPassword", .string(password))] : context, status: 202)
        response.headers.append(
            "Location", "\(request.root)/users/\(user.id)/authentication/operations/\(operationID(of: user))")
        return response
    }

    /// Returns the ID of the operation that set the user's current password.
    private static func operationID(of user: User) -> GUID {
        GUID(derivedFrom: "resetPassword", user.id.description, user.lastPasswordChange?.iso8601 ?? "")
    }

    static func operation(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let user = try request.user()
        let key = request.key("operation").value
        guard let time = user.lastPasswordChange, GUID(key) == operationID(of: user) else { throw .notFound(key) }
        return GraphResponse.json([
            GraphResponse.context("users('\(user.id)')/authentication/operations/$entity", request),
            .init("id", .string(key)), .init("createdDateTime", .string(time.iso8601)),
            .init("lastActionDateTime", .string(time.iso8601)), .init("resourceLocation", .null),
            .init("status", .string("succeeded")), .init("statusDetail", .null),
        ])
    }

    static func changePassword(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        guard let caller = request.caller.user, caller.id == (try request.user().id) else { throw .denied }
        let members = try request.members()
        let text = { (name: String) in members.first { $0.name.isExactly(name) }?.value.string }
        guard let current = text("currentPassword") else { throw .missingValue("currentPassword") }
        guard let new = text("newPassword") else { throw .missingValue("newPassword") }
        let now = request.services.now
        _ = try changeUser(request) { (user) throws(GraphError) in
            guard let password = user.password, ConstantTime.equal(current, password) else {
                throw .badRequest("The specified password does not match the current password.")
            }
            guard !ConstantTime.equal(current, new) else { throw .weakPassword }
            user.password = new
            user.mustChangePassword = false
            user.lastPasswordChange = now
            try checkPassword(user, in: request.tenant)
        }
        return GraphResponse.noContent
    }
}

/// Passwords that the service makes.
private enum Passwords {
    private static let letters = Array("abcdefghjkmnpqrstuvwxyz".utf8)
    private static let capitals = Array("ABCDEFGHJKLMNPQRSTUVWXYZ".utf8)
    private static let digits = Array("23456789".utf8)

    /// Returns a password of three kinds of characters, such as `Cuyo5459`.
    static func generated(_ random: any RandomSource) -> String {
        let kinds = [capitals, letters, letters, letters, digits, digits, digits, digits]
        let bytes = zip(random.bytes(kinds.count), kinds).map { $1[Int($0) % $1.count] }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension MFAMethod {
    fileprivate func hasKind(of other: MFAMethod) -> Bool {
        switch (self, other) {
        case (.sms, .sms), (.email, .email), (.code, .code), (.authenticator, .authenticator): true
        default: false
        }
    }
}
