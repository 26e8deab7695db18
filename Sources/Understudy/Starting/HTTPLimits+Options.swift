import Directory
import HTTP

extension HTTPLimits {
    /// Creates the limits from the options. Limits without an option keep their defaults.
    init(_ options: ServerOptions) {
        self.init()
        for limit in ServerLimit.allCases { set(limit, options.value(of: limit)) }
    }

    private mutating func set(_ limit: ServerLimit, _ value: Int) {
        switch limit {
        case .maxRequestLine: requestLine = value
        case .maxHeaderBytes: fieldBytes = value
        case .maxHeaders: fieldCount = value
        case .maxBody: body = value
        case .headerTimeout: headTime = .milliseconds(value)
        case .bodyTimeout: bodyTime = .milliseconds(value)
        case .minBodyRate: bodyRate = value
        case .keepAliveTimeout: idleTime = .milliseconds(value)
        case .maxKeepAliveRequests: requestsPerConnection = value
        case .handshakeTimeout: handshakeTime = .milliseconds(value)
        case .writeTimeout: writeTime = .milliseconds(value)
        case .maxConnections: connections = value
        case .maxUnreadBytes: unreadBytes = value
        case .lingerBytes: lingerBytes = value
        case .lingerTimeout: lingerTime = .milliseconds(value)
        case .acceptPause: acceptPause = .milliseconds(value)
        // These limits are not part of the transport: an endpoint or the command applies them.
        case .maxForm, .maxDiscard, .drainTimeout: break
        }
    }
}
