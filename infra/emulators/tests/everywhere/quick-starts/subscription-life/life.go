package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"

	"github.com/stripe/stripe-go/v82"
	"github.com/stripe/stripe-go/v82/webhook"
)

const (
	january  = 1798761600
	halfWay  = 1800100800
	february = 1801447200
	march    = 1803866400
)

var events = []string{
	"charge.refunded",
	"checkout.session.completed",
	"customer.subscription.created",
	"customer.subscription.deleted",
	"customer.subscription.updated",
	"invoice.paid",
	"invoice.payment_failed",
}

type delivery struct {
	body      []byte
	signature string
}

var (
	ctx      = context.Background()
	mutex    sync.Mutex
	received []delivery
)

func main() {
	backends := stripe.NewBackendsWithConfig(&stripe.BackendConfig{
		URL:           stripe.String(os.Getenv("STRIPE_URL")),
		LeveledLogger: &stripe.LeveledLogger{Level: stripe.LevelError},
	})
	client := stripe.NewClient("sk_test_emulated", stripe.WithBackends(backends))

	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, request *http.Request) {
		body := must(io.ReadAll(request.Body))
		mutex.Lock()
		defer mutex.Unlock()
		received = append(received, delivery{body, request.Header.Get("Stripe-Signature")})
	}))
	defer receiver.Close()
	endpoint := must(client.V1WebhookEndpoints.Create(ctx, &stripe.WebhookEndpointCreateParams{
		URL:           stripe.String(receiver.URL),
		EnabledEvents: stripe.StringSlice(events),
		APIVersion:    stripe.String(stripe.APIVersion),
	}))

	product := must(client.V1Products.Create(ctx, &stripe.ProductCreateParams{Name: stripe.String("News")}))
	priceOf := func(amount int64) *stripe.Price {
		return must(client.V1Prices.Create(ctx, &stripe.PriceCreateParams{
			Product:    stripe.String(product.ID),
			Currency:   stripe.String("eur"),
			UnitAmount: stripe.Int64(amount),
			Recurring:  &stripe.PriceCreateRecurringParams{Interval: stripe.String("month")},
		}))
	}
	basic, pro := priceOf(1000), priceOf(3000)
	clock := must(client.V1TestHelpersTestClocks.Create(ctx, &stripe.TestHelpersTestClockCreateParams{
		FrozenTime: stripe.Int64(january),
	}))
	customer := must(client.V1Customers.Create(ctx, &stripe.CustomerCreateParams{
		Email:     stripe.String("ada@example.com"),
		TestClock: stripe.String(clock.ID),
	}))

	session := must(client.V1CheckoutSessions.Create(ctx, &stripe.CheckoutSessionCreateParams{
		Mode:     stripe.String("subscription"),
		Customer: stripe.String(customer.ID),
		LineItems: []*stripe.CheckoutSessionCreateLineItemParams{{
			Price:    stripe.String(basic.ID),
			Quantity: stripe.Int64(1),
		}},
		SuccessURL: stripe.String("http://localhost:8000/thanks"),
	}))
	control("checkout/sessions/"+session.ID+"/pay", map[string]string{"card": "visa"})
	session = must(client.V1CheckoutSessions.Retrieve(ctx, session.ID, nil))
	id := session.Subscription.ID
	subscribed := func() *stripe.Subscription {
		params := &stripe.SubscriptionRetrieveParams{}
		params.AddExpand("latest_invoice")
		return must(client.V1Subscriptions.Retrieve(ctx, id, params))
	}
	advance := func(time int64) {
		must(client.V1TestHelpersTestClocks.Advance(ctx, clock.ID, &stripe.TestHelpersTestClockAdvanceParams{
			FrozenTime: stripe.Int64(time),
		}))
		control("settle", map[string]string{})
	}
	attach := func(card string) string {
		return must(client.V1PaymentMethods.Attach(ctx, card, &stripe.PaymentMethodAttachParams{
			Customer: stripe.String(customer.ID),
		})).ID
	}
	fmt.Println("checkout", session.Status, session.PaymentStatus)
	fmt.Println("subscription", subscribed().Status, subscribed().LatestInvoice.Total)

	advance(halfWay)
	change := &stripe.SubscriptionUpdateParams{
		Items: []*stripe.SubscriptionUpdateItemParams{{
			ID:    stripe.String(subscribed().Items.Data[0].ID),
			Price: stripe.String(pro.ID),
		}},
		ProrationBehavior: stripe.String("always_invoice"),
	}
	change.AddExpand("latest_invoice")
	changed := must(client.V1Subscriptions.Update(ctx, id, change))
	fmt.Println("changed", changed.Items.Data[0].Price.UnitAmount, changed.LatestInvoice.Total)

	advance(february)
	fmt.Println("renewed", subscribed().LatestInvoice.Total, subscribed().LatestInvoice.Status)

	must(client.V1Subscriptions.Update(ctx, id, &stripe.SubscriptionUpdateParams{
		DefaultPaymentMethod: stripe.String(attach("pm_card_chargeCustomerFail")),
	}))
	advance(march)
	fmt.Println("unpaid", subscribed().Status, subscribed().LatestInvoice.Status)

	paid := must(client.V1Invoices.Pay(ctx, subscribed().LatestInvoice.ID, &stripe.InvoicePayParams{
		PaymentMethod: stripe.String(attach("pm_card_visa")),
	}))
	fmt.Println("recovered", subscribed().Status, paid.AmountPaid)

	for charge, err := range client.V1Charges.List(ctx, &stripe.ChargeListParams{Customer: stripe.String(customer.ID)}) {
		must(charge, err)
		refund := must(client.V1Refunds.Create(ctx, &stripe.RefundCreateParams{Charge: stripe.String(charge.ID)}))
		fmt.Println("refunded", refund.Status, refund.Amount)
		break
	}
	fmt.Println("canceled", must(client.V1Subscriptions.Cancel(ctx, id, nil)).Status)

	control("settle", map[string]string{})
	mutex.Lock()
	defer mutex.Unlock()
	var types []string
	for _, delivery := range received {
		// ConstructEvent rejects events of another API version.
		event := must(webhook.ConstructEvent(delivery.body, delivery.signature, endpoint.Secret))
		types = append(types, string(event.Type))
	}
	slices.Sort(types)
	fmt.Println("events", strings.Join(slices.Compact(types), " "))
	fmt.Println("version same")
	if _, err := webhook.ConstructEvent(received[0].body, received[0].signature, "whsec_other"); err != nil {
		fmt.Println("forged rejected")
	}
}

func control(path string, body map[string]string) {
	url := os.Getenv("STRIPE_CONTROL_URL") + "/_emulator/" + path
	answer := must(http.Post(url, "application/json", bytes.NewReader(must(json.Marshal(body)))))
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		log.Fatal(path, " ", answer.Status)
	}
}

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}
