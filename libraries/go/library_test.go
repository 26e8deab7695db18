package understudytest_test

import (
	"encoding/json"
	"net/url"
	"reflect"
	"sort"
	"strings"
	"testing"

	understudytest "github.com/understudy-entra/understudytest"
)

// The library itself: operations as described, start, rejected calls.

type description struct {
	Paths      map[string]map[string]json.RawMessage
	Components struct{ Parameters map[string]parameter }
}

type operation struct {
	OperationID string
	RequestBody any
	Parameters  []parameter
}

type parameter struct {
	Name, In string
	Ref      string `json:"$ref"`
}

func TestEveryOperationIsDeclared(t *testing.T) {
	var found description
	if err := server.Call("openAPIJSON", understudytest.Parts{}, &found); err != nil {
		t.Fatal(err)
	}
	described := map[string]understudytest.Operation{}
	for path, methods := range found.Paths {
		if !strings.HasPrefix(path, "/_understudy/") {
			continue
		}
		for method, text := range methods {
			var row operation
			if method == "parameters" {
				continue
			}
			if err := json.Unmarshal(text, &row); err != nil {
				t.Fatal(err)
			}
			var query []string
			for _, each := range row.Parameters {
				if each.Ref != "" {
					each = found.Components.Parameters[each.Ref[strings.LastIndex(each.Ref, "/")+1:]]
				}
				if each.In == "query" {
					query = append(query, each.Name)
				}
			}
			sort.Strings(query)
			described[row.OperationID] = understudytest.Operation{
				Method: strings.ToUpper(method), Path: path, Query: query, HasBody: row.RequestBody != nil}
		}
	}
	declared := map[string]understudytest.Operation{}
	for name, row := range understudytest.Operations {
		row.Query = append([]string(nil), row.Query...)
		sort.Strings(row.Query)
		declared[name] = row
	}
	if !reflect.DeepEqual(declared, described) {
		t.Errorf("declared %v\ndescribed %v", declared, described)
	}
}

func TestWrongOptionIsAnErrorWithTheOutput(t *testing.T) {
	_, err := understudytest.Launch(understudytest.Options{Arguments: []string{"--no-such-option"}}, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "no-such-option") {
		t.Errorf("the error is %v", err)
	}
}

func TestMissingBinaryNamesTheWaysToGiveOne(t *testing.T) {
	t.Setenv("PATH", t.TempDir())
	t.Setenv("UNDERSTUDY_BINARY", "")
	_, err := understudytest.Launch(understudytest.Options{}, t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "UNDERSTUDY_BINARY") {
		t.Errorf("the error is %v", err)
	}
}

func TestControlTokenIsSent(t *testing.T) {
	guarded := understudytest.Start(t, understudytest.Options{Token: "a-token-of-the-test"})
	if err := guarded.Call("exportDirectory", understudytest.Parts{}, nil); err != nil {
		t.Error(err)
	}
	stranger := understudytest.Connect(t, guarded.HTTP, "")
	rejected, ok := stranger.Call("exportDirectory", understudytest.Parts{}, nil).(*understudytest.ControlError)
	if !ok || rejected.Status != 401 {
		t.Errorf("the rejection is %v", rejected)
	}
}

func TestUnknownParameterIsRejectedBeforeTheCall(t *testing.T) {
	err := server.Call("listRequests", understudytest.Parts{Query: url.Values{"clientid": {"x"}}}, nil)
	if err == nil || !strings.Contains(err.Error(), "clientid") {
		t.Errorf("the error is %v", err)
	}
}

func TestRejectedCallNamesTheMember(t *testing.T) {
	err := server.Call("steerClock", understudytest.Parts{Body: map[string]any{"advance": "soon"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "/advance") {
		t.Errorf("the error is %v", err)
	}
}

func TestClientTrustsTheServer(t *testing.T) {
	response, err := server.Client(t).Get(server.HTTPS + "/common/v2.0/.well-known/openid-configuration")
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if response.StatusCode != 200 {
		t.Errorf("the status is %d", response.StatusCode)
	}
}
