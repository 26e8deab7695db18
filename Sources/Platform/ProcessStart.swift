internal import CProcess

/// The arguments and the environment of the process, byte for byte.
///
/// Swift's `CommandLine.arguments` reads `/proc/self/cmdline` and is empty if `/proc` is unreadable. Foundation's environment drops
/// a variable whose value begins with a combining mark.
package enum ProcessStart {
    /// The arguments, without the name of the program.
    package static var arguments: [[UInt8]] { Array(strings(cprocess_arguments()).dropFirst()) }

    /// The environment, one `NAME=VALUE` per element.
    package static var environment: [[UInt8]] { strings(cprocess_environment()) }

    /// Returns the bytes of each string in a nil-terminated list of C strings.
    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        while let string = list?[strings.count] {
            strings.append(Array(UnsafeRawBufferPointer(start: string, count: strlen(string))))
        }
        return strings
    }
}
