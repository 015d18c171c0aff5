import type { ApiObject, FormerStripe } from '../../support/stripe/former-clients.ts';
import type { World } from '../../support/stripe/forms.ts';
import { requireText, SITE } from './app.ts';
import type { DeliveryLog } from './delivery-log.ts';

const [JANUARY, HALF_WAY, FEBRUARY, MARCH] = [1_798_761_600, 1_800_100_800, 1_801_447_200, 1_803_866_400];

const EVENTS = [
  'charge.refunded',
  'checkout.session.completed',
  'customer.subscription.created',
  'customer.subscription.deleted',
  'customer.subscription.updated',
  'invoice.paid',
  'invoice.payment_failed',
];

interface Stage {
  readonly stripe: FormerStripe;
  readonly emulator: World['emulator'];
  readonly log: DeliveryLog;
  readonly version: string;
}

/** Runs a subscription from checkout to cancellation and returns one line per step. */
export async function runSubscriptionLife(stage: Stage): Promise<string[]> {
  const { stripe, emulator } = stage;
  const endpoint = await stripe.webhookEndpoints.create({
    url: stage.log.url,
    enabled_events: EVENTS,
    api_version: stage.version,
  });
  const [basic, pro] = await listPrices(stripe);
  const clock = await stripe.testHelpers.testClocks.create({ frozen_time: JANUARY });
  const { id: customer } = await stripe.customers.create({ email: 'ada@example.com', test_clock: clock.id });
  const session = await paidSession(stage, { customer, price: basic });
  const id = requireText(session, 'subscription');
  const subscribed = () => stripe.subscriptions.retrieve(id, { expand: ['latest_invoice'] });
  const advance = async (time: number) => {
    await stripe.testHelpers.testClocks.advance(clock.id, { frozen_time: time });
    await emulator.settle();
  };
  const attach = async (card: string) => (await stripe.paymentMethods.attach(card, { customer })).id;
  const lines = [`checkout ${session.status} ${session.payment_status}`];
  const say = (what: string, object: ApiObject, ...paths: string[]) =>
    lines.push([what, ...paths.map((path) => valueAt(object, path))].join(' '));

  say('subscription', await subscribed(), 'status', 'latest_invoice.total');
  await advance(HALF_WAY);
  const item = valueAt(await subscribed(), 'items.data.0.id');
  const changed = await stripe.subscriptions.update(id, {
    items: [{ id: item, price: pro }],
    proration_behavior: 'always_invoice',
    expand: ['latest_invoice'],
  });
  say('changed', changed, 'items.data.0.price.unit_amount', 'latest_invoice.total');
  await advance(FEBRUARY);
  say('renewed', await subscribed(), 'latest_invoice.total', 'latest_invoice.status');
  await stripe.subscriptions.update(id, {
    default_payment_method: await attach('pm_card_chargeCustomerFail'),
  });
  await advance(MARCH);
  const unpaid = await subscribed();
  say('unpaid', unpaid, 'status', 'latest_invoice.status');
  const invoice = String(valueAt(unpaid, 'latest_invoice.id'));
  await stripe.invoices.pay(invoice, { payment_method: await attach('pm_card_visa') });
  say('recovered', await subscribed(), 'status', 'latest_invoice.amount_paid');
  const [charge] = (await stripe.charges.list({ customer, limit: 1 })).data;
  say('refunded', await stripe.refunds.create({ charge: charge?.id }), 'status', 'amount');
  say('canceled', await stripe.subscriptions.cancel(id), 'status');
  await emulator.settle();
  return [...lines, ...receivedEvents(stage, requireText(endpoint, 'secret'))];
}

async function listPrices(stripe: FormerStripe): Promise<string[]> {
  const { id: product } = await stripe.products.create({ name: 'News' });
  const priced = (amount: number) =>
    stripe.prices.create({
      product,
      currency: 'eur',
      unit_amount: amount,
      recurring: { interval: 'month' },
    });
  return [(await priced(1000)).id, (await priced(3000)).id];
}

async function paidSession({ stripe, emulator }: Stage, { customer, price }: Record<string, unknown>) {
  const { id } = await stripe.checkout.sessions.create({
    mode: 'subscription',
    customer,
    line_items: [{ price, quantity: 1 }],
    success_url: SITE,
    cancel_url: SITE,
  });
  await emulator.pay(id, { card: 'visa' });
  return stripe.checkout.sessions.retrieve(id);
}

/** The events received by the endpoint, verified with the SDK. */
function receivedEvents({ stripe, log, version }: Stage, secret: string): string[] {
  const { deliveries } = log;
  const events = deliveries.map(({ body, signature }) =>
    stripe.webhooks.constructEvent(body, signature, secret),
  );
  const versions = new Set(events.map(({ api_version: its }) => (its === version ? 'same' : String(its))));
  const [first] = deliveries;
  return [
    `events ${[...new Set(events.map(({ type }) => type))].toSorted().join(' ')}`,
    `version ${[...versions].join(' ')}`,
    `forged ${first && rejects(() => stripe.webhooks.constructEvent(first.body, first.signature, 'whsec_other'))}`,
  ];
}

function rejects(verify: () => unknown): string {
  try {
    verify();
  } catch {
    return 'rejected';
  }
  return 'taken';
}

/** The value at a path such as `items.data.0.id`. */
function valueAt(object: unknown, path: string): unknown {
  return path.split('.').reduce((at, name) => (at as Record<string, unknown> | undefined)?.[name], object);
}
