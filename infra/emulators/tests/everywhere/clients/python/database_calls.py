"""Calls to `firebase_admin.db`."""
import json
from concurrent.futures import ThreadPoolExecutor

from firebase_admin import db

WORKERS = 3
tell = None


def set_value(path, text):
    db.reference(path).set(json.loads(text))


def update(path, value):
    db.reference(path).update(value)


def get(path):
    return db.reference(path).get()


def get_with_etag(path):
    value, etag = db.reference(path).get(etag=True)
    return {"value": value, "etag": etag}


def get_if_changed(path, etag):
    changed, value, _ = db.reference(path).get_if_changed(etag)
    return {"changed": changed, "value": value}


def listen(path, listener):
    db.reference(path).listen(lambda event: tell(listener, event.data))


def increment(path, times):
    """Runs transactions, at most WORKERS at a time."""
    with ThreadPoolExecutor(WORKERS) as pool:
        for done in [pool.submit(db.reference(path).transaction, lambda value: (value or 0) + 1) for _ in range(times)]:
            done.result()


CALLS = {
    "set": set_value,
    "update": update,
    "get": get,
    "getWithETag": get_with_etag,
    "getIfChanged": get_if_changed,
    "listen": listen,
    "increment": increment,
}
