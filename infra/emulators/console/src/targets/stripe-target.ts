import type { CheckoutSessionRow, StripeSnapshot, SubscriptionRow } from '../snapshot.ts';
import { requestJson } from './target-request.ts';

/** The part of the emulated account's state that the console shows, in Stripe's own shapes. */
interface StripeState {
  readonly now: number;
  readonly customers: readonly { id: string; email: string | null }[];
  readonly checkoutSessions: readonly StripeCheckoutSession[];
  readonly subscriptions: readonly StripeSubscription[];
}

interface StripeCheckoutSession {
  readonly id: string;
  readonly status: string;
  readonly payment_status: string;
  readonly amount_total: number | null;
  readonly currency: string | null;
  readonly created: number;
  readonly url: string | null;
  readonly customer_details: { readonly email: string | null } | null;
}

interface StripeSubscription {
  readonly id: string;
  readonly status: string;
  readonly customer: string;
  readonly cancel_at_period_end: boolean;
  readonly items: {
    readonly data: readonly {
      readonly current_period_end: number;
      readonly price: { readonly lookup_key: string | null; readonly id: string };
    }[];
  };
}

export interface StripeFaultRequest {
  readonly target: string;
  readonly mode: string;
  readonly count: number | null;
}

/** The control interface of the Stripe emulator. */
export class StripeTarget {
  readonly #base: string;

  constructor(controlUrl: string) {
    this.#base = `${controlUrl}/_emulator`;
  }

  async snapshot(): Promise<StripeSnapshot> {
    const state = await requestJson<StripeState>(`${this.#base}/state`);
    const emails = new Map(state.customers.map(({ id, email }) => [id, email]));
    return {
      now: instant(state.now),
      sessions: state.checkoutSessions.map(sessionRow).reverse(),
      subscriptions: state.subscriptions.map((found) => subscriptionRow(found, emails)).reverse(),
      deliveries: [],
      faults: [],
      faultChoices: { targets: [], modes: [] },
    };
  }

  advance(span: { days?: number; months?: number }): Promise<void> {
    return requestJson(`${this.#base}/clock/advance`, { method: 'POST', body: span });
  }

  pay(sessionId: string): Promise<void> {
    const path = `/checkout/sessions/${encodeURIComponent(sessionId)}/pay`;
    return requestJson(`${this.#base}${path}`, { method: 'POST', body: { card: 'visa' } });
  }

  redeliver(id: string): Promise<void> {
    return requestJson(`${this.#base}/deliveries/${encodeURIComponent(id)}/redeliver`, { method: 'POST' });
  }

  addFault(fault: StripeFaultRequest): Promise<void> {
    return requestJson(`${this.#base}/faults`, { method: 'POST', body: fault });
  }

  removeFault(id: string): Promise<void> {
    return requestJson(`${this.#base}/faults/${encodeURIComponent(id)}`, { method: 'DELETE' });
  }

  reset(): Promise<void> {
    return requestJson(`${this.#base}/reset`, { method: 'POST' });
  }

  settle(): Promise<void> {
    return requestJson(`${this.#base}/settle`, { method: 'POST' });
  }
}

function sessionRow(session: StripeCheckoutSession): CheckoutSessionRow {
  return {
    id: session.id,
    status: session.status,
    paymentStatus: session.payment_status,
    email: session.customer_details?.email ?? null,
    amount: amount(session.amount_total, session.currency),
    createdAt: instant(session.created),
    url: session.url,
  };
}

function subscriptionRow(
  subscription: StripeSubscription,
  emails: ReadonlyMap<string, string | null>,
): SubscriptionRow {
  const [item] = subscription.items.data;
  return {
    id: subscription.id,
    status: subscription.status,
    email: emails.get(subscription.customer) ?? null,
    plan: item?.price.lookup_key ?? item?.price.id ?? '',
    renewsAt: instant(item?.current_period_end ?? 0),
    cancelAtPeriodEnd: subscription.cancel_at_period_end,
  };
}

function amount(cents: number | null, currency: string | null): string {
  if (cents === null || currency === null) return '';
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

function instant(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
