struct AccountKinds: OptionSet, Sendable {
    let rawValue: Int
    init(rawValue: Int) { self.rawValue = rawValue }

    /// Work or school accounts, including guests and external customers.
    static let work = AccountKinds(rawValue: 1)
    /// Personal Microsoft accounts.
    static let personal = AccountKinds(rawValue: 2)
}
