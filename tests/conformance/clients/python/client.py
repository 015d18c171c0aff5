"""Makes the calls of the Firebase admin SDK that it is asked for: a line of JSON each, with a line as its answer."""
import json
import os
import re
import sys
import threading

import firebase_admin

import database_calls
import identity_calls

PROJECT = os.environ["GOOGLE_CLOUD_PROJECT"]
printing = threading.Lock()


def say(message):
    with printing:
        print(json.dumps(message), flush=True)


def answer(method, params):
    group, name = method.split(".")
    calls = {"database": database_calls.CALLS, "identity": identity_calls.CALLS}[group]
    try:
        return {"result": calls[name](**params)}
    except Exception as error:  # The test judges what it is.
        return {"error": {"code": code_of(error), "message": str(error)}}


def code_of(error):
    """ExpiredIdTokenError is EXPIRED_ID_TOKEN."""
    name = type(error).__name__.removesuffix("Error")
    return re.sub(r"(?<!^)(?=[A-Z])", "_", name).upper()


def main():
    database_calls.tell = lambda listener, value: say({"listener": listener, "value": value})
    firebase_admin.initialize_app(options={
        "projectId": PROJECT,
        "databaseURL": f"https://{PROJECT}-default-rtdb.firebaseio.com",
    })
    for line in sys.stdin:
        call = json.loads(line)
        say({"id": call["id"], **answer(call["method"], call["params"])})
    # A listener's thread would wait for its next event.
    os._exit(0)


main()
