package import Wire

/// What travels through another identity provider and back with the browser (`wctx`): where the sign-in goes on, and its state.
package struct FederationContext: SealedValue, Equatable {
    package static let kind = "federation"
    package static let version: UInt8 = 3

    /// Path and query of the request whose sign-in it is.
    package var action: String
    /// The fields that its pages' forms carry, the flow token aside.
    package var fields: [Form.Field]
    package var flow: FlowToken
    /// The earliest authentication that will do, in seconds since 1970 UTC; nil where the provider may remember the user.
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
