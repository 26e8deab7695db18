package understudytest

// Match has the properties that a request must have to match. Outcome and Since are valid for the request journal only.
type Match struct {
	ClientRequestID string            `json:"clientRequestId,omitempty"`
	ClientID        string            `json:"clientId,omitempty"`
	Tenant          string            `json:"tenant,omitempty"`
	User            string            `json:"user,omitempty"`
	Endpoint        any               `json:"endpoint,omitempty"`
	NotEndpoint     any               `json:"notEndpoint,omitempty"`
	GrantType       string            `json:"grantType,omitempty"`
	Scope           string            `json:"scope,omitempty"`
	Header          map[string]any    `json:"header,omitempty"`
	Parameter       map[string]string `json:"parameter,omitempty"`
	Outcome         string            `json:"outcome,omitempty"`
	Since           any               `json:"since,omitempty"`
	Before          int               `json:"before,omitempty"`
}

// Response is one stubbed response: an error, a raw response with Status, a delay, or a fault.
type Response struct {
	Error       any               `json:"error,omitempty"`
	Description string            `json:"description,omitempty"`
	Claims      map[string]any    `json:"claims,omitempty"`
	Suberror    string            `json:"suberror,omitempty"`
	Status      int               `json:"status,omitempty"`
	Headers     map[string]string `json:"headers,omitempty"`
	Body        any               `json:"body,omitempty"`
	Delay       string            `json:"delay,omitempty"`
	Fault       string            `json:"fault,omitempty"`
	Duration    string            `json:"duration,omitempty"`
	Token       string            `json:"token,omitempty"`
}

// Stub is a stub with the number of responses that requests have used.
type Stub struct {
	ID       string `json:"id"`
	Consumed int    `json:"consumed"`
	// Left is a number, or "always".
	Left any `json:"left"`
}

// JournalEntry is one recorded request. Decision has the reasons for the response.
type JournalEntry struct {
	ID       int            `json:"id"`
	Time     string         `json:"time"`
	Endpoint string         `json:"endpoint"`
	Method   string         `json:"method"`
	URL      string         `json:"url"`
	Status   int            `json:"status"`
	Outcome  string         `json:"outcome"`
	Error    string         `json:"error"`
	Request  map[string]any `json:"request"`
	Response map[string]any `json:"response"`
	Decision map[string]any `json:"decision"`
}

// Clock is the state of a clock. Frozen is empty if the clock runs.
type Clock struct {
	Now    string `json:"now"`
	Offset string `json:"offset"`
	Frozen string `json:"frozen"`
}

// Message is a one-time code or a push notification that was "sent" to a user.
type Message struct {
	To          string `json:"to"`
	Channel     string `json:"channel"`
	Code        string `json:"code"`
	SentAt      string `json:"sentAt"`
	ID          string `json:"id"`
	Application string `json:"application"`
	IPAddress   string `json:"ipAddress"`
	ExpiresAt   string `json:"expiresAt"`
	State       string `json:"state"`
}

// SignIn is a sign-in without a browser.
type SignIn struct {
	AuthorizeURL string `json:"authorizeUrl"`
	User         string `json:"user"`
	Password     string `json:"password,omitempty"`
	// Consent is "accept", "decline", or the scopes to grant.
	Consent      any    `json:"consent,omitempty"`
	MFA          string `json:"mfa,omitempty"`
	NewPassword  string `json:"newPassword,omitempty"`
	StaySignedIn *bool  `json:"staySignedIn,omitempty"`
}

// Token is a token to mint, either valid or with token faults.
type Token struct {
	Kind      string         `json:"kind,omitempty"`
	Tenant    string         `json:"tenant,omitempty"`
	Client    string         `json:"client,omitempty"`
	User      string         `json:"user,omitempty"`
	Resource  string         `json:"resource,omitempty"`
	Scopes    []string       `json:"scopes,omitempty"`
	Roles     []string       `json:"roles,omitempty"`
	Version   int            `json:"version,omitempty"`
	Nonce     string         `json:"nonce,omitempty"`
	Lifetime  string         `json:"lifetime,omitempty"`
	NotBefore string         `json:"notBefore,omitempty"`
	ExpiresAt string         `json:"expiresAt,omitempty"`
	Claims    map[string]any `json:"claims,omitempty"`
	Header    map[string]any `json:"header,omitempty"`
	Faults    []string       `json:"faults,omitempty"`
}

// Inspection is the result of a token check. The token is valid if Reasons is empty.
type Inspection struct {
	Valid   bool `json:"valid"`
	Reasons []struct {
		Check  string `json:"check"`
		Detail string `json:"detail"`
	} `json:"reasons"`
	Remarks []string       `json:"remarks"`
	Claims  map[string]any `json:"claims"`
}

// Key is a published signing key.
type Key struct {
	ID    string `json:"kid"`
	For   string `json:"for"`
	Signs bool   `json:"signs"`
}
