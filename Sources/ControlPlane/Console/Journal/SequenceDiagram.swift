import Formats

/// A UML sequence diagram. The page renders the diagram as a list, which is readable without the picture.
package struct SequenceDiagram: Sendable, Equatable {
    package struct Message: Sendable, Equatable {
        package enum Kind: Sendable {
            case request
            case answer
        }

        /// The positions of sender and receiver among the participants, which always differ.
        package let from: Int
        package let to: Int
        package let kind: Kind
        /// The kind of message in a few words.
        package let label: String
        /// The further details of the message.
        package let detail: String
        package let isRejection: Bool
        /// The link to the details on the page.
        package let href: String?

        package init(
            from: Int, to: Int, kind: Kind, label: String, detail: String = "", isRejection: Bool = false,
            href: String? = nil
        ) {
            self.from = from
            self.to = to
            self.kind = kind
            self.label = label
            self.detail = detail
            self.isRejection = isRejection
            self.href = href
        }
    }

    /// The largest number of lanes that the style sheet can draw.
    package static let maximumParticipants = 6

    package let participants: [String]
    package let messages: [Message]

    package init(participants: [String], messages: [Message]) {
        self.participants = participants
        self.messages = messages
    }
}

extension HTMLWriter {
    mutating func sequence(_ diagram: SequenceDiagram) {
        element("ol", ["class": "sequence lanes-\(diagram.participants.count)", "aria-label": "Sequence"]) { html in
            html.raw("\n<li class=\"lanes\" aria-hidden=\"true\">")
            for name in diagram.participants { html.element("span", text: name) }
            html.raw("</li>")
            for message in diagram.messages {
                html.raw("\n<li>")
                html.message(message, diagram.participants)
                html.raw("</li>")
            }
        }
        raw("\n")
    }

    private mutating func message(_ message: SequenceDiagram.Message, _ names: [String]) {
        let first = min(message.from, message.to)
        let span = max(message.from, message.to) - first + 1
        let direction = message.to > message.from ? "right" : "left"
        let look = "message \(direction) from-\(first + 1) span-\(span)"
        let attributes: HTMLWriter.Attributes = [
            "class": look + (message.kind == .answer ? " answer" : "") + (message.isRejection ? " is-bad" : ""),
            "href": message.href,
            "aria-label": "\(names[safely: message.from]) to \(names[safely: message.to]): \(message.label) "
                + message.detail,
        ]
        element(message.href == nil ? "span" : "a", attributes) { html in
            html.raw("<span class=\"label\">")
            html.element("b", text: message.label)
            if !message.detail.isEmpty {
                html.raw(" ")
                html.element("bdi", text: message.detail)
            }
            html.raw("</span><span class=\"arrow\"></span>")
        }
    }
}

extension [String] {
    fileprivate subscript(safely position: Int) -> String { indices.contains(position) ? self[position] : "" }
}
