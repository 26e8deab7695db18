import Entra
import Formats
import Testing

struct ErrorReportTests {
    private func report(_ error: EntraError, _ separator: ErrorReport.LineSeparator = .space) throws -> ErrorReport {
        ErrorReport(
            error, timestamp: Timestamp(seconds: 1_769_862_896),
            traceID: try #require(GUID("0a0a0a0a-0000-4000-8000-000000000001")), correlationID: "corr-1",
            lineSeparator: separator)
    }

    @Test func jsonHasFieldsInOrder() throws {
        var error = EntraError(.missingParameter, [.parameter: "grant_type"])
        error.suberror = .basicAction
        error.claims = #"{"access_token":{}}"#
        let json = String(decoding: try report(error).json(), as: UTF8.self)
        #expect(
            json == #"{"error":"invalid_request","error_description":"AADSTS900144: The request body must contain the "#
                + #"following parameter: 'grant_type'. Trace ID: 0a0a0a0a-0000-4000-8000-000000000001 Correlation ID: "#
                + #"corr-1 Timestamp: 2026-01-31 12:34:56Z","error_codes":[900144],"timestamp":"2026-01-31 12:34:56Z","#
                + #""trace_id":"0a0a0a0a-0000-4000-8000-000000000001","correlation_id":"corr-1","error_uri":"#
                + #""https://login.microsoftonline.com/error?code=900144","suberror":"basic_action","#
                + #""claims":"{\"access_token\":{}}"}"#)
    }

    @Test func jsonOmitsMissingFields() throws {
        let json = String(decoding: try report(EntraError(.unsupportedGrantType, [.value: "x"])).json(), as: UTF8.self)
        #expect(json.hasSuffix(#""correlation_id":"corr-1"}"#))
    }

    @Test func jsonEscapesValues() throws {
        let error = EntraError(.unsupportedGrantType, [.value: "\"\\</script>\r\n\u{1}"])
        let bytes = try report(error, .crlf).json()
        #expect(bytes.allSatisfy { $0 >= 0x20 })
        let parsed = try #require(JSONValue(parsing: bytes))
        #expect(
            parsed["error_description"]?.string
                == "AADSTS70003: The app requested an unsupported grant type '\"\\</script>   '.\r\n"
                + "Trace ID: 0a0a0a0a-0000-4000-8000-000000000001\r\nCorrelation ID: corr-1\r\n"
                + "Timestamp: 2026-01-31 12:34:56Z")
    }

    @Test func errorURIFollowsHost() throws {
        let traceID = try #require(GUID("0a0a0a0a-0000-4000-8000-000000000001"))
        let report = ErrorReport(
            EntraError(.noSession), timestamp: .distantPast, traceID: traceID, correlationID: "c",
            errorURIBase: "http://localhost:8080/error")
        #expect(report.errorURI == "http://localhost:8080/error?code=50058")
    }

    @Test func redirectHasFieldsInOrder() throws {
        let error = EntraError(.consentDeclined, suberror: .userSkipped, errorSubcode: "cancel")
        let fields = try report(error).redirectFields()
        #expect(fields.fields.map(\.name) == ["error", "error_description", "error_uri", "error_subcode", "suberror"])
        #expect(fields["error"] == "access_denied")
        #expect(fields["error_uri"] == "https://login.microsoftonline.com/error?code=65004")
        #expect(fields["error_subcode"] == "cancel")
        #expect(fields["suberror"] == "user_skipped")
    }

    @Test func redirectOmitsMissingFields() throws {
        let fields = try report(EntraError(.malformedClientID, [.clientID: "x"])).redirectFields()
        #expect(fields.fields.map(\.name) == ["error", "error_description"])
    }

    @Test(arguments: AADSTS.catalog)
    func reportsEveryRow(_ row: AADSTS) throws {
        let parsed = try #require(JSONValue(parsing: try report(EntraError(row)).json()))
        #expect(parsed["error"]?.string == row.error.rawValue)
        #expect(parsed["error_codes"]?.array == [.integer(Int64(row.number))])
        #expect(parsed["suberror"]?.string == row.suberror?.rawValue)
    }
}
