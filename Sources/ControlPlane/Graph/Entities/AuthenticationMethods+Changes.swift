import Crypto
import Directory
import Entra
import Formats
import HTTP
import Protocol

/// The registration of telephone numbers, mail addresses and passes.
extension GraphOperation {
    private static func number(_ members: [JSONValue.Member]) throws(GraphError) -> String {
        guard let text = members.first(where: { $0.name.isExactly("phoneNumber") })?.value.string else {
            throw .missingValue("phoneNumber")
        }
        guard text.isTelephoneNumber else { throw .invalidValue("phoneNumber") }
        return text
    }

    private static func email(_ request: GraphRequest) throws(GraphError) -> MFAMethod {
        let members = try request.members()
        guard let text = members.first(where: { $0.name.isExactly("emailAddress") })?.value.string else {
            throw .missingValue("emailAddress")
        }
        guard let method = MFAMethod(text), case .email = method else { throw .invalidValue("emailAddress") }
        return method
    }

    /// Registers a phone of a type of which the user has none. An alternateMobile phone requires a mobile phone
    /// (authentication-post-phonemethods in the reference).
    static func addPhone(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let members = try request.members()
        let number = try number(members)
        guard let type = members.first(where: { $0.name.isExactly("phoneType") })?.value.string else {
            throw .missingValue("phoneType")
        }
        let mobile = AuthenticationMethod.ID.mobilePhone
        if type.isExactly("mobile") {
            return try add(mobile, .phone, request) { (user) throws(GraphError) in user.register(.sms(number)) }
        }
        guard let kind = OtherPhone.Kind.allCases.first(where: { type.isExactly($0.rawValue) }) else {
            throw .invalidValue("phoneType")
        }
        return try add(AuthenticationMethod.ID.phone(kind), .phone, request) { (user) throws(GraphError) in
            let methods = AuthenticationMethod.all(of: user, at: request.services.now)
            guard kind != .alternateMobile || methods.contains(where: { $0.id.isExactly(mobile) }) else {
                throw .badRequest("An alternateMobile phone requires a mobile phone. Add the mobile phone first.")
            }
            user.otherPhones.append(OtherPhone(kind: kind, number: number))
        }
    }

    static func addEmail(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let method = try email(request)
        return try add(AuthenticationMethod.ID.email, .email, request) { (user) throws(GraphError) in
            user.register(method)
        }
    }

    /// Changes the number of a phone. The type of a phone cannot change (phoneauthenticationmethod-update in the reference).
    static func updatePhone(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        let phone = try findMethod(request, .phone)
        let members = try request.members()
        let type = members.first { $0.name.isExactly("phoneType") }
        guard type == nil || phone.members.contains(where: { $0 == type }) else {
            throw .invalidValue("phoneType", "the type of a phone cannot be changed")
        }
        let number = try number(members)
        _ = try changeUser(request) { (user) throws(GraphError) in
            let other = user.otherPhones.firstIndex { AuthenticationMethod.ID.phone($0.kind).isExactly(phone.id) }
            if let other { user.otherPhones[other].number = number } else { user.replace(with: .sms(number)) }
        }
        return GraphResponse.noContent
    }

    static func updateEmail(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        _ = try findMethod(request, .email)
        let method = try email(request)
        _ = try changeUser(request) { (user) throws(GraphError) in user.replace(with: method) }
        return GraphResponse.noContent
    }

    /// Rejects the request, because no policy of this server enables users for SMS sign-in.
    static func enableSMSSignIn(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try checkMobile(request)
        throw .badRequest("The user is not enabled for SMS sign-in by the policy of authentication methods.")
    }

    /// Changes nothing, because SMS sign-in is never enabled.
    static func disableSMSSignIn(_ request: GraphRequest) throws(GraphError) -> HTTPResponse {
        try checkMobile(request)
        return GraphResponse.noContent
    }

    /// Throws 404 unless the path names a phone of the user, and 400 unless the phone is the mobile phone.
    private static func checkMobile(_ request: GraphRequest) throws(GraphError) {
        guard try findMethod(request, .phone).id.isExactly(AuthenticationMethod.ID.mobilePhone) else {
            throw .badRequest("SMS sign-in is supported for phones of the type mobile only.")
        }
    }

    /// Registers the method with the ID, of which a user has one.
    private static func add(
        _ id: String, _ kind: AuthenticationMethod.Kind, _ request: GraphRequest,
        _ register: (inout User) throws(GraphError) -> Void
    ) throws(GraphError) -> HTTPResponse {
        let now = request.services.now
        let user = try changeUser(request) { (user) throws(GraphError) in
            guard !AuthenticationMethod.all(of: user, at: now).contains(where: { $0.id.isExactly(id) }) else {
                throw .badRequest("The user already has a method of this type.")
            }
            try register(&user)
        }
        guard let made = AuthenticationMethod.all(of: user, at: now).first(where: { $0.id.isExactly(id) }) else {
            throw .notFound(kind.rawValue)
        }
        return oneMethod(made, kind.rawValue, request, status: 201)
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

extension User {
    /// Registers a method. The first method of a user is the one that sign-in pages use.
    fileprivate mutating func register(_ method: MFAMethod) {
        if self.mfa == nil { self.mfa = method } else { self.otherMFA.append(method) }
    }

    /// Replaces the method of the same kind.
    fileprivate mutating func replace(with method: MFAMethod) {
        if self.mfa?.hasKind(of: method) == true { self.mfa = method }
        self.otherMFA = self.otherMFA.map { $0.hasKind(of: method) ? method : $0 }
    }
}

extension MFAMethod {
    fileprivate func hasKind(of other: MFAMethod) -> Bool {
        switch (self, other) {
        case (.sms, .sms), (.email, .email), (.code, .code), (.authenticator, .authenticator), (.push, .push):
            true
        default: false
        }
    }
}
