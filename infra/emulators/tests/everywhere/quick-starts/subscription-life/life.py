import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import stripe

JANUARY, HALF_WAY, FEBRUARY, MARCH = 1798761600, 1800100800, 1801447200, 1803866400
EVENTS = [
    "charge.refunded",
    "checkout.session.completed",
    "customer.subscription.created",
    "customer.subscription.deleted",
    "customer.subscription.updated",
    "invoice.paid",
    "invoice.payment_failed",
]

client = stripe.StripeClient("sk_test_emulated", base_addresses={"api": os.environ["STRIPE_URL"]})
received = []


class Receiver(BaseHTTPRequestHandler):
    def do_POST(self):
        received.append((self.rfile.read(int(self.headers["Content-Length"])), self.headers["Stripe-Signature"]))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_):
        pass


def control(path, body):
    request = urllib.request.Request(
        f"{os.environ['STRIPE_CONTROL_URL']}/_emulator/{path}",
        data=json.dumps(body).encode(),
        headers={"Content-Type": "application/json"},
    )
    urllib.request.urlopen(request).read()


def advance(time):
    client.v1.test_helpers.test_clocks.advance(clock.id, {"frozen_time": time})
    control("settle", {})


def subscribed():
    return client.v1.subscriptions.retrieve(subscription, {"expand": ["latest_invoice"]})


receiver = ThreadingHTTPServer(("127.0.0.1", 0), Receiver)
Thread(target=receiver.serve_forever, daemon=True).start()
endpoint = client.v1.webhook_endpoints.create({
    "url": f"http://127.0.0.1:{receiver.server_port}/",
    "enabled_events": EVENTS,
    "api_version": stripe.api_version,
})

product = client.v1.products.create({"name": "News"})
basic, pro = (
    client.v1.prices.create({
        "product": product.id, "currency": "eur", "unit_amount": amount, "recurring": {"interval": "month"},
    })
    for amount in (1000, 3000)
)
clock = client.v1.test_helpers.test_clocks.create({"frozen_time": JANUARY})
customer = client.v1.customers.create({"email": "ada@example.com", "test_clock": clock.id})

session = client.v1.checkout.sessions.create({
    "mode": "subscription",
    "customer": customer.id,
    "line_items": [{"price": basic.id, "quantity": 1}],
    "success_url": "http://localhost:8000/thanks",
})
control(f"checkout/sessions/{session.id}/pay", {"card": "visa"})
session = client.v1.checkout.sessions.retrieve(session.id)
subscription = session.subscription
print("checkout", session.status, session.payment_status)
print("subscription", subscribed().status, subscribed().latest_invoice.total)

advance(HALF_WAY)
item = subscribed()["items"].data[0]
changed = client.v1.subscriptions.update(subscription, {
    "items": [{"id": item.id, "price": pro.id}],
    "proration_behavior": "always_invoice",
    "expand": ["latest_invoice"],
})
print("changed", changed["items"].data[0].price.unit_amount, changed.latest_invoice.total)

advance(FEBRUARY)
print("renewed", subscribed().latest_invoice.total, subscribed().latest_invoice.status)

failing = client.v1.payment_methods.attach("pm_card_chargeCustomerFail", {"customer": customer.id})
client.v1.subscriptions.update(subscription, {"default_payment_method": failing.id})
advance(MARCH)
print("unpaid", subscribed().status, subscribed().latest_invoice.status)

paying = client.v1.payment_methods.attach("pm_card_visa", {"customer": customer.id})
paid = client.v1.invoices.pay(subscribed().latest_invoice.id, {"payment_method": paying.id})
print("recovered", subscribed().status, paid.amount_paid)

charge = client.v1.charges.list({"customer": customer.id, "limit": 1}).data[0]
refund = client.v1.refunds.create({"charge": charge.id})
print("refunded", refund.status, refund.amount)
print("canceled", client.v1.subscriptions.cancel(subscription).status)

control("settle", {})
events = [client.construct_event(body, signature, endpoint.secret) for body, signature in received]
print("events", *sorted({event.type for event in events}))
print("version", *{"same" if event.api_version == stripe.api_version else event.api_version for event in events})
try:
    client.construct_event(*received[0], "whsec_other")
except stripe.SignatureVerificationError:
    print("forged rejected")
