package main

import (
	"context"
	"encoding/json"

	"firebase.google.com/go/v4/db"
	"golang.org/x/sync/errgroup"
)

const workers = 3

func databaseHandlers(client *db.Client) map[string]handler {
	type path struct{ Path string }
	return map[string]handler{
		"database.set": on(func(ctx context.Context, p struct{ Path, Text string }) (any, error) {
			return nil, client.NewRef(p.Path).Set(ctx, json.RawMessage(p.Text))
		}),
		"database.update": on(func(ctx context.Context, p struct {
			Path  string
			Value map[string]any
		}) (any, error) {
			return nil, client.NewRef(p.Path).Update(ctx, p.Value)
		}),
		"database.get": on(func(ctx context.Context, p path) (any, error) {
			var value any
			err := client.NewRef(p.Path).Get(ctx, &value)
			return value, err
		}),
		"database.getWithETag": on(func(ctx context.Context, p path) (any, error) {
			var value any
			etag, err := client.NewRef(p.Path).GetWithETag(ctx, &value)
			return map[string]any{"value": value, "etag": etag}, err
		}),
		"database.getIfChanged": on(func(ctx context.Context, p struct{ Path, ETag string }) (any, error) {
			var value any
			changed, _, err := client.NewRef(p.Path).GetIfChanged(ctx, p.ETag, &value)
			return map[string]any{"changed": changed, "value": value}, err
		}),
		"database.increment": on(func(ctx context.Context, p struct {
			Path  string
			Times int
		}) (any, error) {
			return nil, increment(ctx, client.NewRef(p.Path), p.Times)
		}),
	}
}

// increment runs transactions, at most workers at a time.
func increment(ctx context.Context, ref *db.Ref, times int) error {
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(workers)
	for range times {
		group.Go(func() error {
			return ref.Transaction(ctx, func(node db.TransactionNode) (any, error) {
				var value int
				if err := node.Unmarshal(&value); err != nil {
					return nil, err
				}
				return value + 1, nil
			})
		})
	}
	return group.Wait()
}
