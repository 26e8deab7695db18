struct AccountKinds: OptionSet, Sendable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Work or school accounts, guests and external customers included.
    static let work = AccountKinds(rawValue: 1)
    /// Personal Microsoft accounts.
    static let personal = AccountKinds(rawValue: 2)
}
