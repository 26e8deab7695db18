package understudytest

// Operation is an operation of the control plane. The names are those of the server's OpenAPI description
// (GET /_understudy/openapi.json), and a test compares both.
type Operation struct {
	Method  string
	Path    string
	Query   []string
	HasBody bool
}

var matchQuery = []string{
	"clientRequestId", "clientId", "tenant", "user", "endpoint", "notEndpoint", "grantType", "scope", "header", "parameter",
}
var entryQuery = with(matchQuery, "outcome", "since", "before")

func with(names []string, more ...string) []string {
	return append(append([]string{}, names...), more...)
}

// Operations has every operation of the control plane by its name.
var Operations = map[string]Operation{
	"health":              {"GET", "/_understudy/health", nil, false},
	"metrics":             {"GET", "/_understudy/metrics", nil, false},
	"openAPI":             {"GET", "/_understudy/openapi.yaml", nil, false},
	"openAPIJSON":         {"GET", "/_understudy/openapi.json", nil, false},
	"configurationSchema": {"GET", "/_understudy/schema.json", nil, false},
	"graphReference":      {"GET", "/_understudy/graph", nil, false},
	"errorCatalog":        {"GET", "/_understudy/errors", []string{"code", "search"}, false},
	"caPEM":               {"GET", "/_understudy/ca.pem", nil, false},
	"caDER":               {"GET", "/_understudy/ca.der", nil, false},
	"caMobileConfig":      {"GET", "/_understudy/ca.mobileconfig", nil, false},
	"sshCA":               {"GET", "/_understudy/ssh-ca.pub", nil, false},
	"reset":               {"POST", "/_understudy/reset", []string{"tenant"}, false},
	"exportDirectory":     {"GET", "/_understudy/directory", nil, false},
	"replaceDirectory":    {"PUT", "/_understudy/directory", nil, true},
	"makeTenant":          {"POST", "/_understudy/tenants", nil, true},
	"deleteTenant":        {"DELETE", "/_understudy/tenants/{tenant}", nil, false},
	"clock":               {"GET", "/_understudy/clock", []string{"tenant"}, false},
	"steerClock":          {"PUT", "/_understudy/clock", []string{"tenant"}, true},
	"outbox":              {"GET", "/_understudy/outbox", []string{"to"}, false},
	"answerPush":          {"POST", "/_understudy/outbox/answer", nil, true},
	"revoke":              {"POST", "/_understudy/revocations", nil, true},
	"signIn":              {"POST", "/_understudy/signin", nil, true},
	"addResponses":        {"POST", "/_understudy/responses", nil, true},
	"listResponses":       {"GET", "/_understudy/responses", with(matchQuery, "secrets", "id", "host"), false},
	"removeResponses":     {"DELETE", "/_understudy/responses", with(matchQuery, "id", "host"), false},
	"challenge":           {"POST", "/_understudy/challenges", nil, true},
	"listRequests":        {"GET", "/_understudy/requests", with(entryQuery, "secrets", "view", "limit"), false},
	"clearRequests":       {"DELETE", "/_understudy/requests", entryQuery, false},
	"request":             {"GET", "/_understudy/requests/{id}", []string{"secrets", "view"}, false},
	"countRequests":       {"POST", "/_understudy/requests/count", nil, true},
	"verifyRequests":      {"POST", "/_understudy/requests/verify", nil, true},
	"streamRequests":      {"GET", "/_understudy/requests/stream", with(entryQuery, "secrets", "view"), false},
	"mintToken":           {"POST", "/_understudy/tokens", nil, true},
	"inspectToken":        {"POST", "/_understudy/tokens/inspect", nil, true},
	"listKeys":            {"GET", "/_understudy/keys", nil, false},
	"rotateKeys":          {"POST", "/_understudy/keys/rotate", nil, true},
	"dropKey":             {"DELETE", "/_understudy/keys/{key}", nil, false},
}
