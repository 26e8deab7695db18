package understudytest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"
)

// ControlError is a call that the control plane rejected. Problem is the problem document (RFC 9457).
type ControlError struct {
	Status  int
	Problem Problem
}

// Problem is the problem document of a rejected call. A verification that failed has the near misses in Closest.
type Problem struct {
	Title  string
	Detail string
	Errors []struct {
		Pointer string
		Detail  string
	}
	Closest []struct {
		Request JournalEntry
		Differs []struct {
			Member string
			Wanted any
			Found  any
		}
	}
}

func (e *ControlError) Error() string {
	lines := []string{fmt.Sprintf("%s: %s", e.Problem.Title, e.Problem.Detail)}
	for _, row := range e.Problem.Errors {
		lines = append(lines, fmt.Sprintf("  %s: %s", row.Pointer, row.Detail))
	}
	for _, near := range e.Problem.Closest {
		entry := near.Request
		lines = append(lines, fmt.Sprintf("  #%d %s %s, status %d %s", entry.ID, entry.Method, entry.Endpoint, entry.Status, entry.Error))
		for _, difference := range near.Differs {
			lines = append(lines, fmt.Sprintf("    %s: wanted %v, found %v", difference.Member, difference.Wanted, difference.Found))
		}
	}
	return strings.Join(lines, "\n")
}

// Parts are the parts of a call that an operation has: the body, the parameters of the query, and the names in braces of the path.
type Parts struct {
	Body  any
	Query url.Values
	Path  map[string]string
}

var pathName = regexp.MustCompile(`{\w+}`)

// The control plane is called directly, never through a proxy.
var controlClient = &http.Client{Timeout: time.Minute, Transport: &http.Transport{}}

// Call calls an operation by its name in the OpenAPI description, and decodes the response into result: a pointer to a value for
// JSON, to a string or to bytes for other content, or nil.
func (s *Server) Call(operation string, parts Parts, result any) error {
	row, known := Operations[operation]
	if !known {
		return fmt.Errorf("understudytest: there is no operation %q", operation)
	}
	for name := range parts.Query {
		if !contains(row.Query, name) {
			return fmt.Errorf("understudytest: %s %s has no parameter %q; it has %q", row.Method, row.Path, name, row.Query)
		}
	}
	request, err := http.NewRequest(row.Method, s.HTTP+address(row, parts), body(row, parts.Body))
	if err != nil {
		return err
	}
	if row.HasBody {
		request.Header.Set("Content-Type", "application/json")
	}
	if s.token != "" {
		request.Header.Set("Authorization", "Bearer "+s.token)
	}
	response, err := controlClient.Do(request)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	content, err := io.ReadAll(response.Body)
	if err != nil {
		return err
	}
	if response.StatusCode >= 400 {
		rejected := &ControlError{Status: response.StatusCode}
		if json.Unmarshal(content, &rejected.Problem) != nil {
			rejected.Problem.Detail = string(content)
		}
		return rejected
	}
	return decode(content, result)
}

func address(row Operation, parts Parts) string {
	path := pathName.ReplaceAllStringFunc(row.Path, func(name string) string { return url.PathEscape(parts.Path[name[1:len(name)-1]]) })
	if len(parts.Query) == 0 {
		return path
	}
	return path + "?" + parts.Query.Encode()
}

func body(row Operation, value any) io.Reader {
	if !row.HasBody {
		return nil
	}
	if value == nil {
		value = struct{}{}
	}
	content, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	return bytes.NewReader(content)
}

func decode(content []byte, result any) error {
	switch target := result.(type) {
	case nil:
		return nil
	case *string:
		*target = string(content)
	case *[]byte:
		*target = content
	default:
		return json.Unmarshal(content, result)
	}
	return nil
}

func contains(names []string, name string) bool {
	for _, each := range names {
		if each == name {
			return true
		}
	}
	return false
}
