/// A conflict among the options for a store.
package struct StoreProblem: Sendable {
    /// The name of the wrong option under `server:`. `option` is its name on the command line.
    package let key: String
    package let option: String
    /// The reason, which continues the name of the option.
    package let reason: String
    package let hint: String

    private static let authorityAlone = StoreProblem(
        key: "storeCA", option: "store-ca", reason: "has no effect without a store",
        hint: "add store, or remove this option")
    private static let ownKeys = StoreProblem(
        key: "store", option: "store",
        reason: "needs a seed, or a data folder with the same keys: servers that share state must have the same keys",
        hint: "add seed or dataDir")
    private static let plainStore = StoreProblem(
        key: "storeCA", option: "store-ca",
        reason: "applies only to a rediss:// store, and the store is a redis:// URL",
        hint: "use rediss:// in store, or remove this option")

    init?(_ options: ServerOptions) {
        guard let store = options.store else {
            guard options.storeCA != nil else { return nil }
            self = StoreProblem.authorityAlone
            return
        }
        if options.seed == nil, options.dataDir == nil {
            self = StoreProblem.ownKeys
        } else if !store.isSecure, options.storeCA != nil {
            self = StoreProblem.plainStore
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
