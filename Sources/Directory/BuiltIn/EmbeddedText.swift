/// The texts that the compiler puts into the program (`Sources/CConfig`).
package enum EmbeddedText {
    /// A function of `CConfig`, which returns the start of a text and sets its size in bytes.
    package typealias Source = (UnsafeMutablePointer<Int>?) -> UnsafePointer<UInt8>?

    /// Returns the bytes of a text, which stay where they are for the life of the process.
    package static func bytes(of source: Source) -> UnsafeBufferPointer<UInt8> {
        var size = 0
        let start = source(&size)
        return UnsafeBufferPointer(start: start, count: size)
    }
}
