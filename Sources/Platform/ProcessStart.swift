internal import CProcess

/// What the process was started with, byte for byte.
///
/// Swift's `CommandLine.arguments` reads `/proc/self/cmdline` and is empty where `/proc` cannot be read; Foundation's environment
/// drops a variable whose value begins with a combining mark.
package enum ProcessStart {
    /// The arguments, without the name of the program.
    package static var arguments: [[UInt8]] { Array(strings(cprocess_arguments()).dropFirst()) }

    /// The environment, one `NAME=VALUE` each.
    package static var environment: [[UInt8]] { strings(cprocess_environment()) }

    /// The bytes of a list of C strings that ends with nil.
    private static func strings(_ list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?) -> [[UInt8]] {
        var strings: [[UInt8]] = []
        while let string = list?[strings.count] {
            strings.append(Array(UnsafeRawBufferPointer(start: string, count: strlen(string))))
        }
        return strings
    }
}
