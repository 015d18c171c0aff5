// Runs Firebase Admin SDK calls: one JSON request per input line, one JSON response per output line.
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	firebase "firebase.google.com/go/v4"
	"firebase.google.com/go/v4/auth"
	"golang.org/x/oauth2"
	"google.golang.org/api/option"
)

type call struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
}

type failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
}

type answer struct {
	ID     int      `json:"id"`
	Result any      `json:"result"`
	Error  *failure `json:"error,omitempty"`
}

type handler func(ctx context.Context, params json.RawMessage) (any, error)

// on adapts run to a handler that decodes its parameters into P.
func on[P any](run func(ctx context.Context, params P) (any, error)) handler {
	return func(ctx context.Context, text json.RawMessage) (any, error) {
		var params P
		if err := json.Unmarshal(text, &params); err != nil {
			return nil, err
		}
		return run(ctx, params)
	}
}

func main() {
	ctx := context.Background()
	config := &firebase.Config{
		ProjectID:   project(),
		DatabaseURL: "https://" + project() + "-default-rtdb.firebaseio.com",
	}
	app := must(firebase.NewApp(ctx, config, credentials()...))
	handlers := identityHandlers(must(app.Auth(ctx)))
	for method, handle := range databaseHandlers(must(app.Database(ctx))) {
		handlers[method] = handle
	}
	output := json.NewEncoder(os.Stdout)
	input := bufio.NewScanner(os.Stdin)
	for input.Scan() {
		var asked call
		if err := json.Unmarshal(input.Bytes(), &asked); err != nil {
			log.Fatal(err)
		}
		if err := output.Encode(answerTo(ctx, handlers, asked)); err != nil {
			log.Fatal(err)
		}
	}
}

func answerTo(ctx context.Context, handlers map[string]handler, asked call) answer {
	handle, found := handlers[asked.Method]
	if !found {
		return answer{ID: asked.ID, Error: &failure{"NO_SUCH_CALL", asked.Method}}
	}
	result, err := handle(ctx, asked.Params)
	if err != nil {
		return answer{ID: asked.ID, Error: &failure{codeOf(err), err.Error()}}
	}
	return answer{ID: asked.ID, Result: result}
}

func project() string {
	return os.Getenv("GOOGLE_CLOUD_PROJECT")
}

// credentials uses the key file named by the environment, or else the emulators' "owner" token.
func credentials() []option.ClientOption {
	if _, found := os.LookupEnv("GOOGLE_APPLICATION_CREDENTIALS"); found {
		return nil
	}
	owner := oauth2.StaticTokenSource(&oauth2.Token{AccessToken: "owner"})
	return []option.ClientOption{option.WithTokenSource(owner)}
}

// codeOf names an error as the Java SDK does.
func codeOf(err error) string {
	known := []struct {
		code string
		is   func(error) bool
	}{
		{"EXPIRED_ID_TOKEN", auth.IsIDTokenExpired},
		{"REVOKED_ID_TOKEN", auth.IsIDTokenRevoked},
		{"INVALID_ID_TOKEN", auth.IsIDTokenInvalid},
		{"EMAIL_ALREADY_EXISTS", auth.IsEmailAlreadyExists},
		{"USER_NOT_FOUND", auth.IsUserNotFound},
	}
	for _, each := range known {
		if each.is(err) {
			return each.code
		}
	}
	return fmt.Sprintf("%T", err)
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
