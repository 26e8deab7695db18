import Entra
import Wire

/// Rules for new passwords (msal-wire §7.4; the password policy of Entra ID).
enum NativePassword {
    static let lengths = 8...256
    /// Of lower-case letters, upper-case letters, digits and symbols, so many kinds are needed.
    static let kindsNeeded = 3
    /// Words that no password may hold, in lower case.
    static let banned = ["password", "passw0rd", "qwerty", "letmein", "12345678"]

    /// What is wrong with a password; nil when it may be taken. `current` is the one in force.
    static func problem(_ password: String, of username: String, current: String? = nil) -> Suberror? {
        let bytes = Array(password.utf8)
        guard bytes.allSatisfy({ (0x20...0x7E).contains($0) }) else { return .passwordIsInvalid }
        if bytes.count < lengths.lowerBound { return .passwordTooShort }
        if bytes.count > lengths.upperBound { return .passwordTooLong }
        let lowered = password.asciiLowercased
        if banned.contains(where: { lowered.contains($0) }) { return .passwordBanned }
        let name = username.prefix { $0 != "@" }
        if name.count > 3, lowered.contains(String(name).asciiLowercased) { return .passwordBanned }
        let kinds: [(UInt8) -> Bool] = [
            { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) },
            { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }, ASCII.isDigit,
            { !ASCII.isLetter($0) && !ASCII.isDigit($0) },
        ]
        guard kinds.count(where: { bytes.contains(where: $0) }) >= kindsNeeded else { return .passwordTooWeak }
        if let current, password.isExactly(current) { return .passwordRecentlyUsed }
        return nil
    }

    /// Throws AADSTS399246 with what is wrong as suberror.
    static func check(_ password: String, of username: String, current: String? = nil) throws(EntraError) {
        if let problem = problem(password, of: username, current: current) {
            throw EntraError(.passwordRefused, suberror: problem)
        }
    }
}
