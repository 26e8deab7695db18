import Formats

/// The address of a shared store: `redis://[user[:password]@]host[:port][/database][?timeout=MILLISECONDS]`, or `rediss://` for
/// TLS.
package struct StoreAddress: Sendable, Equatable {
    package let isSecure: Bool
    package let user: String?
    package let password: String?
    /// The name or the numeric address of the host. An IPv6 address has no brackets.
    package let host: String
    package let port: Int
    package let database: Int
    /// The maximum time to connect, and the maximum time of a command, in milliseconds.
    package let timeout: Int

    /// The problem of a text, as a clause without the password.
    struct Problem: Error, Sendable, Equatable {
        let reason: String
    }

    static let defaultTimeout = 1_000

    /// The address for messages, without user and password.
    package var text: String {
        let name = host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]" : host
        return "\(isSecure ? "rediss" : "redis")://\(name):\(port)/\(database)"
    }

    /// Parses an address. Returns nil for invalid text.
    package init?(_ text: String) {
        do throws(Problem) { try self.init(parsing: text) } catch { return nil }
    }

    /// Parses an address. Reserved characters in user and password are percent-encoded.
    init(parsing text: String) throws(Problem) {
        var rest = text.utf8[...]
        if let after = StoreAddress.after("redis://", rest) {
            (isSecure, rest) = (false, after)
        } else if let after = StoreAddress.after("rediss://", rest) {
            (isSecure, rest) = (true, after)
        } else {
            throw Problem(reason: "it begins with neither redis:// nor rediss://")
        }
        let query = StoreAddress.cut(&rest, at: "?")
        let path = StoreAddress.cut(&rest, at: "/")
        if let at = rest.lastIndex(of: UInt8(ascii: "@")) {
            (user, password) = try StoreAddress.credentials(rest[..<at])
            rest = rest[rest.index(after: at)...]
        } else {
            (user, password) = (nil, nil)
        }
        (host, port) = try StoreAddress.hostAndPort(rest)
        database = try StoreAddress.database(path)
        timeout = try StoreAddress.timeout(query)
    }

    private typealias Slice = Substring.UTF8View

    private static func after(_ prefix: String, _ text: Slice) -> Slice? {
        text.starts(with: prefix.utf8) ? text.dropFirst(prefix.utf8.count) : nil
    }

    /// Removes the first mark and the text after it, and returns that text. Returns nil if the text has no mark.
    private static func cut(_ text: inout Slice, at mark: Unicode.Scalar) -> Slice? {
        guard let index = text.firstIndex(of: UInt8(ascii: mark)) else { return nil }
        defer { text = text[..<index] }
        return text[text.index(after: index)...]
    }

    private static func credentials(_ text: Slice) throws(Problem) -> (String?, String?) {
        var name = text
        let secret = cut(&name, at: ":")
        guard let user = Percent.decode(name), let password = secret.map({ Percent.decode($0) }) ?? .some("") else {
            throw Problem(reason: "its user or password has invalid percent-encoding")
        }
        return (user.isEmpty ? nil : user, secret == nil ? nil : password)
    }

    private static func hostAndPort(_ text: Slice) throws(Problem) -> (String, Int) {
        var host = text
        var port: Slice?
        if text.first == UInt8(ascii: "[") {
            host = text.dropFirst()
            guard let tail = cut(&host, at: "]"), tail.isEmpty || tail.first == UInt8(ascii: ":") else {
                throw Problem(reason: "its IPv6 address must have the form [ADDRESS] or [ADDRESS]:PORT")
            }
            port = tail.isEmpty ? nil : tail.dropFirst()
        } else {
            port = cut(&host, at: ":")
        }
        guard !host.isEmpty, let name = String(host) else { throw Problem(reason: "it has no host") }
        guard let port else { return (name, 6379) }
        guard let number = ASCII.decimal(port), (1...65_535).contains(number) else {
            throw Problem(reason: "its port is not a number from 1 to 65535")
        }
        return (name, number)
    }

    private static func database(_ path: Slice?) throws(Problem) -> Int {
        guard let path, !path.isEmpty else { return 0 }
        guard let number = ASCII.decimal(path), number <= 65_535 else {
            throw Problem(reason: "its path is not a database number from 0 to 65535")
        }
        return number
    }

    private static func timeout(_ query: Slice?) throws(Problem) -> Int {
        guard let query else { return defaultTimeout }
        guard let value = after("timeout=", query), let number = ASCII.decimal(value), (10...60_000).contains(number)
        else { throw Problem(reason: "its query is not timeout=MS with 10 to 60000 milliseconds") }
        return number
    }
}

/// A conflict among the options for a store.
package struct StoreProblem: Sendable {
    /// The name of the wrong option under `server:`. `option` is its name on the command line.
    package let key: String
    package let option: String
    /// The reason, which continues the name of the option.
    package let reason: String
    package let hint: String

    private static let authorityWithoutStore = StoreProblem(
        key: "storeCA", option: "store-ca", reason: "has no effect without a store",
        hint: "add store, or remove this option")
    private static let keysNotShared = StoreProblem(
        key: "store", option: "store",
        reason: "needs a seed, or a data folder with the same keys: servers that share state must have the same keys",
        hint: "add seed or dataDir")
    private static let unencryptedStore = StoreProblem(
        key: "storeCA", option: "store-ca",
        reason: "applies only to a rediss:// store, and the store is a redis:// URL",
        hint: "use rediss:// in store, or remove this option")

    init?(_ options: ServerOptions) {
        guard let store = options.store else {
            guard options.storeCA != nil else { return nil }
            self = StoreProblem.authorityWithoutStore
            return
        }
        if options.seed == nil, options.dataDir == nil {
            self = StoreProblem.keysNotShared
        } else if !store.isSecure, options.storeCA != nil {
            self = StoreProblem.unencryptedStore
        } else {
            return nil
        }
    }

    private init(key: String, option: String, reason: String, hint: String) {
        (self.key, self.option, self.reason, self.hint) = (key, option, reason, hint)
    }
}

extension ServerOptions {
    /// The conflict among the options for a store, or nil.
    package var storeProblem: StoreProblem? { StoreProblem(self) }
}
