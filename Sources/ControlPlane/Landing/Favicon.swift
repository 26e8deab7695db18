import Formats

/// The icon at `/favicon.ico`: the two circles of the brand, 32 by 32 pixels, as a PNG image in an ICO container.
package enum Favicon {
    package static let path = "/favicon.ico"
    package static let mediaType = "image/x-icon"

    package static let bytes: [UInt8] = Base64.decodeStandard(base64.utf8) ?? []

    private static let base64 = """
        AAABAAEAICAAAAEAIAASAQAAFgAAAIlQTkcNChoKAAAADUlIRFIAAAAgAAAAIAgGAAAAc3p69AAAANlJREFUeNrtl9ENhCAMQBmBERzBURiB\
        3CS3gSP46x8j3AiOwAiOwGFSkh4KnF4v7Qcf78ca+tJSRLU8JsWJ6gJdgHjBESAVsBEX8ZEAeHi2x6bIimKJFWLDXQGTJW3xysCx51WB+ULi\
        xJytoaFCG6qI/kbgTvKSRBJxSKIqYH5InjCFqrqzduQveQIBXxDQqB3DmYAlSJ6wlYkKMB0HAUco4CpV+NgL1OVvtUGhET0IBGJaAqM4AfYW\
        sG9C9jFkP4hEHMXsHyMRn2MRFxIRVzIxl9L+X9AF/sob+GzdSn7TBD0AAAAASUVORK5CYII=
        """
}

extension HTMLWriter {
    /// Writes a link to the icon, so that browsers need not guess its path.
    mutating func favicon() {
        void("link", ["rel": "icon", "href": Favicon.path])
        raw("\n")
    }
}
