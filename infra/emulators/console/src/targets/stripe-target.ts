import {
  type Control,
  type DeliveryView,
  FAULT_KINDS,
  type Fault,
  type FaultRequest,
  money,
  type StateSnapshot,
} from '@outharbor/stripe-emulator/control-client';
import type {
  CheckoutSessionRow,
  DeliveryRow,
  FaultRow,
  StripeSnapshot,
  SubscriptionRow,
} from '../snapshot.ts';

type Session = StateSnapshot['checkoutSessions'][number];
type Subscription = StateSnapshot['subscriptions'][number];

const FAULT_PATHS = [
  '/v1/*',
  '/v1/checkout/sessions',
  '/v1/checkout/sessions/:id',
  '/v1/customers',
  '/v1/subscriptions/:id',
  '/v1/billing_portal/sessions',
];

export async function stripeSnapshot(control: Control): Promise<StripeSnapshot> {
  const [state, deliveries, faults, unsupported] = await Promise.all([
    control.state(),
    control.deliveries(),
    control.faults(),
    control.unsupported(),
  ]);
  const emails = new Map(
    state.customers.map((customer) => [customer.id, 'email' in customer ? customer.email : null]),
  );
  return {
    sessions: state.checkoutSessions.map(sessionRow).reverse(),
    subscriptions: state.subscriptions.map((found) => subscriptionRow(found, emails)).reverse(),
    deliveries: deliveries.map(deliveryRow).reverse(),
    faults: faults.filter(({ left }) => left !== 0).map(faultRow),
    faultChoices: { targets: FAULT_PATHS, modes: FAULT_KINDS },
    unsupported: unsupported.map(({ call, param, count }) => ({ call, param, count })),
  };
}

/** The fault that the console's form describes; undefined for an unknown kind. */
export function stripeFault(path: string, mode: string, count: number | null): FaultRequest | undefined {
  const kind = FAULT_KINDS.find((known) => known === mode);
  return kind && { path, kind, count };
}

function sessionRow(session: Session): CheckoutSessionRow {
  return {
    id: session.id,
    status: session.status ?? '',
    paymentStatus: session.payment_status,
    email: session.customer_details?.email ?? null,
    amount: amountText(session.amount_total, session.currency),
    createdAt: instant(session.created),
    url: session.url,
  };
}

function subscriptionRow(
  subscription: Subscription,
  emails: ReadonlyMap<string, string | null>,
): SubscriptionRow {
  const { customer } = subscription;
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    email: emails.get(typeof customer === 'string' ? customer : customer.id) ?? null,
    plan: item?.price.lookup_key ?? item?.price.id ?? '',
    renewsAt: instant(item?.current_period_end ?? 0),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

function deliveryRow({ id, type, url, status, attempts }: DeliveryView): DeliveryRow {
  return {
    id,
    event: type,
    url: url ?? '',
    state: status,
    attempts: attempts.map((attempt) => ({
      at: new Date(attempt.at).toISOString(),
      status: attempt.status,
      durationMs: attempt.durationMs,
      answer: attempt.error ?? attempt.responseBody ?? '',
    })),
  };
}

function faultRow({ id, path, kind, left }: Fault): FaultRow {
  return { id, target: path, mode: kind, left };
}

function amountText(amount: number | null, currency: string | null): string {
  return amount === null || currency === null ? '' : money(amount, currency);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
