public import Testing

/// The tags of the Swift tests. `scripts/test fast` leaves out the tests that have one.
extension Tag {
    /// A test that takes a second or more in a debug build, or that waits for time to pass.
    @Tag public static var slow: Tag
    /// A test that needs a server or a program besides those of the build.
    @Tag public static var net: Tag
}
