package import Formats

/// The state that travels with the browser through another identity provider and back (`wctx`): the request to continue and the
/// state of its sign-in.
package struct FederationContext: SealedValue, Equatable {
    package static let kind = "federation"
    package static let version: UInt8 = 3

    /// The path and query of the request that the sign-in belongs to.
    package var action: String
    /// The fields that the forms of the sign-in pages carry, except the flow token.
    package var fields: [Form.Field]
    package var flow: FlowToken
    /// The earliest acceptable time of authentication, in seconds since 1970 UTC, or nil if the provider may reuse a session.
    package var earliest: Int64?

    package init(action: String, fields: [Form.Field], flow: FlowToken, earliest: Int64? = nil) {
        self.action = action
        self.fields = fields
        self.flow = flow
        self.earliest = earliest
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(action)
        writer.write(fields) { writer, field in
            writer.write(field.name)
            writer.write(field.value)
        }
        flow.write(to: &writer)
        writer.write(earliest != nil)
        writer.write(earliest ?? 0)
    }

    package init?(from reader: inout RecordReader) {
        let field = { (reader: inout RecordReader) -> Form.Field? in
            guard let name = reader.string(), let value = reader.string() else { return nil }
            return Form.Field(name, value)
        }
        guard let action = reader.string(), let fields = reader.list(field), let flow = FlowToken(from: &reader),
            let isLimited = reader.bool(), let earliest = reader.integer()
        else { return nil }
        self.init(action: action, fields: fields, flow: flow, earliest: isLimited ? earliest : nil)
    }
}
