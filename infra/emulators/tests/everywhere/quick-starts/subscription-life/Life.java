import com.stripe.Stripe;
import com.stripe.StripeClient;
import com.stripe.exception.SignatureVerificationException;
import com.stripe.model.Charge;
import com.stripe.model.Customer;
import com.stripe.model.Invoice;
import com.stripe.model.Price;
import com.stripe.model.Product;
import com.stripe.model.Refund;
import com.stripe.model.Subscription;
import com.stripe.model.WebhookEndpoint;
import com.stripe.model.checkout.Session;
import com.stripe.model.testhelpers.TestClock;
import com.stripe.net.Webhook;
import com.stripe.param.ChargeListParams;
import com.stripe.param.CustomerCreateParams;
import com.stripe.param.InvoicePayParams;
import com.stripe.param.PaymentMethodAttachParams;
import com.stripe.param.PriceCreateParams;
import com.stripe.param.ProductCreateParams;
import com.stripe.param.RefundCreateParams;
import com.stripe.param.SubscriptionRetrieveParams;
import com.stripe.param.SubscriptionUpdateParams;
import com.stripe.param.WebhookEndpointCreateParams;
import com.stripe.param.WebhookEndpointCreateParams.EnabledEvent;
import com.stripe.param.checkout.SessionCreateParams;
import com.stripe.param.testhelpers.TestClockAdvanceParams;
import com.stripe.param.testhelpers.TestClockCreateParams;
import com.sun.net.httpserver.HttpServer;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CopyOnWriteArrayList;

public class Life {
  private static final long JANUARY = 1798761600, HALF_WAY = 1800100800, FEBRUARY = 1801447200, MARCH = 1803866400;

  private record Delivery(String body, String signature) {}

  private static final List<Delivery> received = new CopyOnWriteArrayList<>();
  private static String subscription;
  private static TestClock clock;

  public static void main(String[] args) throws Exception {
    Stripe.apiKey = "sk_test_emulated";
    Stripe.overrideApiBase(System.getenv("STRIPE_URL"));

    var receiver = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    receiver.createContext("/", exchange -> {
      var body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      received.add(new Delivery(body, exchange.getRequestHeaders().getFirst("Stripe-Signature")));
      exchange.sendResponseHeaders(200, -1);
      exchange.close();
    });
    receiver.start();
    try {
      live("http://127.0.0.1:" + receiver.getAddress().getPort());
    } finally {
      receiver.stop(0);
    }
  }

  private static void live(String url) throws Exception {
    var endpoint = WebhookEndpoint.create(WebhookEndpointCreateParams.builder()
        .setUrl(url)
        .addEnabledEvent(EnabledEvent.CHARGE__REFUNDED)
        .addEnabledEvent(EnabledEvent.CHECKOUT__SESSION__COMPLETED)
        .addEnabledEvent(EnabledEvent.CUSTOMER__SUBSCRIPTION__CREATED)
        .addEnabledEvent(EnabledEvent.CUSTOMER__SUBSCRIPTION__DELETED)
        .addEnabledEvent(EnabledEvent.CUSTOMER__SUBSCRIPTION__UPDATED)
        .addEnabledEvent(EnabledEvent.INVOICE__PAID)
        .addEnabledEvent(EnabledEvent.INVOICE__PAYMENT_FAILED)
        .putExtraParam("api_version", Stripe.API_VERSION)
        .build());

    var product = Product.create(ProductCreateParams.builder().setName("News").build());
    var basic = priceOf(product, 1000);
    var pro = priceOf(product, 3000);
    clock = TestClock.create(TestClockCreateParams.builder().setFrozenTime(JANUARY).build());
    var customer = Customer.create(
        CustomerCreateParams.builder().setEmail("ada@example.com").setTestClock(clock.getId()).build());

    var session = Session.create(SessionCreateParams.builder()
        .setMode(SessionCreateParams.Mode.SUBSCRIPTION)
        .setCustomer(customer.getId())
        .addLineItem(SessionCreateParams.LineItem.builder().setPrice(basic.getId()).setQuantity(1L).build())
        .setSuccessUrl("http://localhost:8000/thanks")
        .build());
    control("checkout/sessions/" + session.getId() + "/pay", "{\"card\":\"visa\"}");
    session = Session.retrieve(session.getId());
    subscription = session.getSubscription();
    print("checkout", session.getStatus(), session.getPaymentStatus());
    print("subscription", subscribed().getStatus(), latestInvoice().getTotal());

    advance(HALF_WAY);
    var item = subscribed().getItems().getData().get(0);
    var changed = subscribed().update(SubscriptionUpdateParams.builder()
        .addItem(SubscriptionUpdateParams.Item.builder().setId(item.getId()).setPrice(pro.getId()).build())
        .setProrationBehavior(SubscriptionUpdateParams.ProrationBehavior.ALWAYS_INVOICE)
        .addExpand("latest_invoice")
        .build());
    var price = changed.getItems().getData().get(0).getPrice();
    print("changed", price.getUnitAmount(), changed.getLatestInvoiceObject().getTotal());

    advance(FEBRUARY);
    print("renewed", latestInvoice().getTotal(), latestInvoice().getStatus());

    subscribed().update(SubscriptionUpdateParams.builder()
        .setDefaultPaymentMethod(attach("pm_card_chargeCustomerFail", customer))
        .build());
    advance(MARCH);
    print("unpaid", subscribed().getStatus(), latestInvoice().getStatus());

    var paying = InvoicePayParams.builder().setPaymentMethod(attach("pm_card_visa", customer)).build();
    var paid = latestInvoice().pay(paying);
    print("recovered", subscribed().getStatus(), paid.getAmountPaid());

    var charges = Charge.list(ChargeListParams.builder().setCustomer(customer.getId()).setLimit(1L).build());
    var charge = charges.getData().get(0).getId();
    var refund = Refund.create(RefundCreateParams.builder().setCharge(charge).build());
    print("refunded", refund.getStatus(), refund.getAmount());
    print("canceled", subscribed().cancel().getStatus());

    control("settle", "{}");
    var types = new TreeSet<String>();
    var versions = new TreeSet<String>();
    for (var delivery : received) {
      var event = Webhook.constructEvent(delivery.body(), delivery.signature(), endpoint.getSecret());
      types.add(event.getType());
      // The object is absent if the event has another API version than the SDK.
      versions.add(event.getDataObjectDeserializer().getObject().isPresent() ? "same" : event.getApiVersion());
    }
    print("events", String.join(" ", types));
    print("version", String.join(" ", versions));
    try {
      Webhook.constructEvent(received.get(0).body(), received.get(0).signature(), "whsec_other");
    } catch (SignatureVerificationException rejected) {
      print("forged", "rejected");
    }
  }

  private static Price priceOf(Product product, long amount) throws Exception {
    var month = PriceCreateParams.Recurring.builder().setInterval(PriceCreateParams.Recurring.Interval.MONTH).build();
    return Price.create(PriceCreateParams.builder()
        .setProduct(product.getId())
        .setCurrency("eur")
        .setUnitAmount(amount)
        .setRecurring(month)
        .build());
  }

  private static Subscription subscribed() throws Exception {
    var params = SubscriptionRetrieveParams.builder().addExpand("latest_invoice").build();
    return Subscription.retrieve(subscription, params, null);
  }

  private static Invoice latestInvoice() throws Exception {
    return subscribed().getLatestInvoiceObject();
  }

  private static String attach(String card, Customer customer) throws Exception {
    var params = PaymentMethodAttachParams.builder().setCustomer(customer.getId()).build();
    var client = StripeClient.builder().setApiKey(Stripe.apiKey).setApiBase(Stripe.getApiBase()).build();
    return client.paymentMethods().attach(card, params).getId();
  }

  private static void advance(long time) throws Exception {
    clock.advance(TestClockAdvanceParams.builder().setFrozenTime(time).build());
    control("settle", "{}");
  }

  private static void control(String path, String body) throws Exception {
    var request = HttpRequest.newBuilder(URI.create(System.getenv("STRIPE_CONTROL_URL") + "/_emulator/" + path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(body))
        .build();
    var answer = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
    if (answer.statusCode() != 200) throw new IllegalStateException(path + ": " + answer.body());
  }

  private static void print(Object... words) {
    System.out.println(String.join(" ", List.of(words).stream().map(String::valueOf).toList()));
  }
}
