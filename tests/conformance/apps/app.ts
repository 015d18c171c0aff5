import type { FormerStripe } from '../stripe/support/former-clients.ts';

/** A visitor of the hosted pages without JavaScript. */
export interface Visitor {
  /** Pays a checkout session with a test card. */
  pay(session: string, details?: { readonly email?: string; readonly card?: string }): Promise<void>;
  /** Submits a form of a hosted page and returns its redirect location. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<string | null>;
}

/** The IDs that an application has after it sold a subscription. */
export interface Sold {
  readonly customer: string;
  readonly subscription: string;
}

/** The Stripe calls of an application, in order and with their parameters. */
export interface App {
  readonly name: string;
  /** The pinned API version. */
  readonly version: string;
  readonly sdk: 11 | 17 | 20;
  /** The event types it handles, all of which must be delivered. */
  readonly events: readonly string[];
  sell(stripe: FormerStripe, visitor: Visitor): Promise<Sold>;
}

export const SITE = 'https://app.test';

/** Reads a string field; throws if it is anything else. */
export function textOf(object: { readonly [field: string]: unknown }, field: string): string {
  const value = object[field];
  if (typeof value === 'string') return value;
  throw new Error(`${field} is ${JSON.stringify(value)}`);
}
