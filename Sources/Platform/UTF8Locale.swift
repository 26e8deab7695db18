/// The C library's idea of a character as UTF-8 has it, for one thread and for as long as a call takes. The process itself stays in
/// the locale "C", where a character is a byte.
package enum UTF8Locale {
    /// The address of a `locale_t` that is never freed; 0 where the system has none. glibc 2.35 and musl come with the first,
    /// macOS with the second.
    private static let address: UInt = {
        for name in ["C.UTF-8", "en_US.UTF-8"] {
            if let locale = newlocale(LC_CTYPE_MASK, name, nil) { return UInt(bitPattern: locale) }
        }
        return 0
    }()

    /// Calls `body` in it; nil where the system has no such locale.
    package static func during<Value>(_ body: () -> Value) -> Value? {
        guard let locale = locale_t(bitPattern: address) else { return nil }
        let before = uselocale(locale)
        defer { uselocale(before) }
        return body()
    }
}
