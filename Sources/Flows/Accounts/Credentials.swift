import Crypto
import Directory

/// Checks what a person proves themselves with.
enum Credentials {
    /// Whether the password is the user's. A guest's password is the one at home. A user without one takes any.
    static func isPassword(_ password: String, of user: User, in directory: Directory) -> Bool {
        let home = directory.tenant(user.home.tenantID)?.user(user.home.objectID) ?? user
        guard let expected = home.password else { return true }
        return ConstantTime.equal(password, expected)
    }
}
