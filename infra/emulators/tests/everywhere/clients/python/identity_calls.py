"""Calls to `firebase_admin.auth`."""
from firebase_admin import auth

PAGE = 2


def show(user):
    return {
        "uid": user.uid,
        "email": user.email,
        "displayName": user.display_name,
        "disabled": user.disabled,
        "claims": user.custom_claims or {},
    }


def create(email, password, displayName):
    return show(auth.create_user(email=email, password=password, display_name=displayName))


def update(uid, displayName, disabled):
    return show(auth.update_user(uid, display_name=displayName, disabled=disabled))


def list_users():
    return [user.uid for user in auth.list_users(max_results=PAGE).iterate_all()]


def links(email, url):
    settings = auth.ActionCodeSettings(url, handle_code_in_app=True)
    return {
        "passwordReset": auth.generate_password_reset_link(email),
        "verification": auth.generate_email_verification_link(email),
        "signIn": auth.generate_sign_in_with_email_link(email, settings),
    }


def verify(token, checkRevoked=False):
    return auth.verify_id_token(token, check_revoked=checkRevoked)["uid"]


CALLS = {
    "create": create,
    "customToken": lambda uid: auth.create_custom_token(uid).decode(),
    "get": lambda uid: show(auth.get_user(uid)),
    "getByEmail": lambda email: show(auth.get_user_by_email(email)),
    "list": list_users,
    "update": update,
    "setClaims": lambda uid, claims: auth.set_custom_user_claims(uid, claims),
    "delete": auth.delete_user,
    "links": links,
    "revoke": auth.revoke_refresh_tokens,
    "verify": verify,
}
