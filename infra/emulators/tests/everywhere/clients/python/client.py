"""Runs Firebase Admin SDK calls: one JSON request per input line, one JSON response per output line."""
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
    except Exception as error:  # The test checks the error.
        return {"error": {"code": code_of(error), "message": str(error)}}


def code_of(error):
    """Converts ExpiredIdTokenError to EXPIRED_ID_TOKEN."""
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
    # A normal exit would wait for the listener threads.
    os._exit(0)


main()
