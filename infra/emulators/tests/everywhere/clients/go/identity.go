package main

import (
	"context"
	"errors"

	"firebase.google.com/go/v4/auth"
	"google.golang.org/api/iterator"
)

const page = 2

type shown struct {
	UID         string         `json:"uid"`
	Email       string         `json:"email"`
	DisplayName string         `json:"displayName"`
	Disabled    bool           `json:"disabled"`
	Claims      map[string]any `json:"claims"`
}

func show(user *auth.UserRecord, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	claims := user.CustomClaims
	if claims == nil {
		claims = map[string]any{}
	}
	return shown{user.UID, user.Email, user.DisplayName, user.Disabled, claims}, nil
}

func identityHandlers(client *auth.Client) map[string]handler {
	type uid struct{ UID string }
	return map[string]handler{
		"identity.create": on(func(ctx context.Context, p struct{ Email, Password, DisplayName string }) (any, error) {
			user := (&auth.UserToCreate{}).Email(p.Email).Password(p.Password).DisplayName(p.DisplayName)
			return show(client.CreateUser(ctx, user))
		}),
		"identity.customToken": on(func(ctx context.Context, p uid) (any, error) {
			return client.CustomToken(ctx, p.UID)
		}),
		"identity.get": on(func(ctx context.Context, p uid) (any, error) {
			return show(client.GetUser(ctx, p.UID))
		}),
		"identity.getByEmail": on(func(ctx context.Context, p struct{ Email string }) (any, error) {
			return show(client.GetUserByEmail(ctx, p.Email))
		}),
		"identity.list": on(func(ctx context.Context, _ struct{}) (any, error) {
			return list(ctx, client)
		}),
		"identity.update": on(func(ctx context.Context, p struct {
			UID, DisplayName string
			Disabled         bool
		}) (any, error) {
			change := (&auth.UserToUpdate{}).DisplayName(p.DisplayName).Disabled(p.Disabled)
			return show(client.UpdateUser(ctx, p.UID, change))
		}),
		"identity.setClaims": on(func(ctx context.Context, p struct {
			UID    string
			Claims map[string]any
		}) (any, error) {
			return nil, client.SetCustomUserClaims(ctx, p.UID, p.Claims)
		}),
		"identity.delete": on(func(ctx context.Context, p uid) (any, error) {
			return nil, client.DeleteUser(ctx, p.UID)
		}),
		"identity.links": on(func(ctx context.Context, p struct{ Email, URL string }) (any, error) {
			return links(ctx, client, p.Email, p.URL)
		}),
		"identity.revoke": on(func(ctx context.Context, p uid) (any, error) {
			return nil, client.RevokeRefreshTokens(ctx, p.UID)
		}),
		"identity.verify": on(func(ctx context.Context, p struct {
			Token        string
			CheckRevoked bool
		}) (any, error) {
			return verify(ctx, client, p.Token, p.CheckRevoked)
		}),
	}
}

func list(ctx context.Context, client *auth.Client) (any, error) {
	uids := []string{}
	users := client.Users(ctx, "")
	users.PageInfo().MaxSize = page
	for {
		user, err := users.Next()
		if errors.Is(err, iterator.Done) {
			return uids, nil
		}
		if err != nil {
			return nil, err
		}
		uids = append(uids, user.UID)
	}
}

func links(ctx context.Context, client *auth.Client, email, url string) (any, error) {
	settings := &auth.ActionCodeSettings{URL: url, HandleCodeInApp: true}
	made := map[string]string{}
	for kind, make := range map[string]func() (string, error){
		"passwordReset": func() (string, error) { return client.PasswordResetLink(ctx, email) },
		"verification":  func() (string, error) { return client.EmailVerificationLink(ctx, email) },
		"signIn":        func() (string, error) { return client.EmailSignInLink(ctx, email, settings) },
	} {
		link, err := make()
		if err != nil {
			return nil, err
		}
		made[kind] = link
	}
	return made, nil
}

func verify(ctx context.Context, client *auth.Client, token string, checkRevoked bool) (any, error) {
	check := client.VerifyIDToken
	if checkRevoked {
		check = client.VerifyIDTokenAndCheckRevoked
	}
	verified, err := check(ctx, token)
	if err != nil {
		return nil, err
	}
	return verified.UID, nil
}
