import type { StripeEmulator } from '@outharbor/stripe-emulator';
import type Stripe from 'stripe';
import { expect } from 'vitest';

type Rules<T> = Readonly<Record<string, (one: T, now: number) => boolean>>;

const ENDED = ['canceled', 'incomplete_expired'];

/** Pairs of fields that say the same in two ways. Each rule holds after every call. */
const SUBSCRIPTION: Rules<Stripe.Subscription> = {
  'a flag to end, and when': (one) => !one.cancel_at_period_end || one.cancel_at !== null,
  'an end, and when it was requested': (one) => one.cancel_at === null || one.canceled_at !== null,
  'an end that has passed, and a status': (one, now) =>
    one.cancel_at === null || one.cancel_at > now || ENDED.includes(one.status),
  'a status, and when it ended': (one) => ENDED.includes(one.status) === (one.ended_at !== null),
  'a trial, and its end': (one, now) => one.status !== 'trialing' || (one.trial_end ?? 0) > now,
  'a period, and its order': (one) =>
    one.items.data.every((item) => item.current_period_start < item.current_period_end),
};

const INVOICE: Rules<Stripe.Invoice> = {
  'a status, and what remains': (one) => one.status !== 'paid' || one.amount_remaining === 0,
  'paid and remaining, and due': (one) => one.amount_paid + one.amount_remaining === one.amount_due,
  'a status, and when it was paid': (one) =>
    (one.status === 'paid') === (one.status_transitions.paid_at !== null),
};

const CHARGE: Rules<Stripe.Charge> = {
  'refunded, and how much': (one) => one.refunded === (one.amount > 0 && one.amount_refunded === one.amount),
  'a status, and paid': (one) => one.paid === (one.status !== 'failed'),
};

const SESSION: Rules<Stripe.Checkout.Session> = {
  'a status, and a URL': (one) => one.status !== 'expired' || one.url === null,
  'a status, and its time': (one, now) => one.status !== 'open' || one.expires_at > now,
};

function broken<T extends { readonly id?: string }>(
  all: readonly T[],
  rules: Rules<T>,
  now: number,
): string[] {
  return Object.entries(rules).flatMap(([name, holds]) =>
    all.filter((one) => !holds(one, now)).map(({ id }) => `${id}: ${name}`),
  );
}

/** Compares the fields of the emulator's objects that must agree, whatever was called. */
export async function expectAgreement(emulator: Pick<StripeEmulator, 'state'>, now?: number): Promise<void> {
  const { now: clock, subscriptions, invoices, charges, checkoutSessions } = await emulator.state();
  const at = now ?? clock;
  expect([
    ...broken(subscriptions, SUBSCRIPTION, at),
    ...broken(invoices, INVOICE, at),
    ...broken(charges, CHARGE, at),
    ...broken(checkoutSessions, SESSION, at),
  ]).toEqual([]);
}
