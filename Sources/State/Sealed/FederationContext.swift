package import Wire

/// What travels through another identity provider and back with the browser (`wctx`): where the sign-in goes on, and its state.
package struct FederationContext: SealedValue, Equatable {
    package static let kind = "federation"

    /// Path and query of the request whose sign-in it is.
    package var action: String
    /// The fields that its pages' forms carry, the flow token aside.
    package var fields: [Form.Field]
    package var flow: FlowToken

    package init(action: String, fields: [Form.Field], flow: FlowToken) {
        self.action = action
        self.fields = fields
        self.flow = flow
    }

    package func write(to writer: inout RecordWriter) {
        writer.write(action)
        writer.write(fields) { writer, field in
            writer.write(field.name)
            writer.write(field.value)
        }
        flow.write(to: &writer)
    }

    package init?(from reader: inout RecordReader) {
        let field = { (reader: inout RecordReader) -> Form.Field? in
            guard let name = reader.string(), let value = reader.string() else { return nil }
            return Form.Field(name, value)
        }
        guard let action = reader.string(), let fields = reader.list(field), let flow = FlowToken(from: &reader)
        else { return nil }
        self.init(action: action, fields: fields, flow: flow)
    }
}
