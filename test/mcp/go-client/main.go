// Lists the tools of a server and calls those that standard input names; prints all as JSON.
package main

import (
	"context"
	"encoding/json"
	"log"
	"net/http"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// withKey sends the key with each request.
type withKey struct{ key string }

func (own withKey) RoundTrip(request *http.Request) (*http.Response, error) {
	request.Header.Set("Authorization", "Bearer "+own.key)
	return http.DefaultTransport.RoundTrip(request)
}

// Call is a tool and its arguments.
type Call struct {
	Name      string         `json:"name"`
	Arguments map[string]any `json:"arguments"`
}

func main() {
	background := context.Background()
	var calls []Call
	check(json.NewDecoder(os.Stdin).Decode(&calls))
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1.0.0"}, nil)
	session, err := client.Connect(background, &mcp.StreamableClientTransport{
		Endpoint:   os.Args[1],
		HTTPClient: &http.Client{Transport: withKey{os.Getenv("FIELDSTONE_KEY")}},
	}, nil)
	check(err)
	defer session.Close()
	names := []string{}
	for tool, err := range session.Tools(background, nil) {
		check(err)
		names = append(names, tool.Name)
	}
	answers := []any{}
	for _, call := range calls {
		result, err := session.CallTool(background, &mcp.CallToolParams{Name: call.Name, Arguments: call.Arguments})
		check(err)
		answers = append(answers, result.StructuredContent)
	}
	check(json.NewEncoder(os.Stdout).Encode(map[string]any{"tools": names, "answers": answers}))
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
