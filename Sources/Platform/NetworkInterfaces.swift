/// The network interfaces of the machine.
package enum NetworkInterfaces {
    /// The IPv4 addresses under which other machines of the network may reach this one, as text: of the interfaces that are up,
    /// without loopback and link-local addresses. Empty if the system does not report its interfaces.
    package static var reachableAddresses: [String] {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0 else { return [] }
        defer { freeifaddrs(first) }
        var addresses: [String] = []
        var next = first
        while let interface = next?.pointee {
            next = interface.ifa_next
            let flags = Int(interface.ifa_flags)
            guard flags & Int(IFF_UP) != 0, flags & Int(IFF_LOOPBACK) == 0, let address = interface.ifa_addr,
                address.pointee.sa_family == sa_family_t(truncatingIfNeeded: AF_INET)
            else { continue }
            let text = address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { ipv4Text($0.pointee) }
            if let text, !text.utf8.starts(with: "169.254.".utf8) { addresses.append(text) }
        }
        return addresses
    }

    private static func ipv4Text(_ address: sockaddr_in) -> String? {
        var number = address.sin_addr
        var buffer = [CChar](repeating: 0, count: Int(INET_ADDRSTRLEN))
        guard inet_ntop(AF_INET, &number, &buffer, socklen_t(buffer.count)) != nil else { return nil }
        return String(validating: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
