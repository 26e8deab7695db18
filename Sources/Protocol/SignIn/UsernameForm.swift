import Formats

/// The forms of user names that the sign-in page accepts: an email address, a telephone number or a Skype name.
enum UsernameForm {
    /// Whether a text has one of the forms. The check is loose, because the directory decides whether an account exists.
    static func isValid(_ text: String) -> Bool {
        let parts = text.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
        return !text.isEmpty && parts.count <= 2 && parts.allSatisfy { !$0.isEmpty }
            && !text.utf8.contains { $0 <= ASCII.space || $0 == 0x7F }
    }
}
