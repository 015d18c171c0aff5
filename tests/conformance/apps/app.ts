import type { FormerStripe } from '../stripe/support/former-clients.ts';

/** A page of the emulator, visited as a browser does without a script. */
export interface Visitor {
  /** Pays a checkout session with a test card. */
  pay(session: string, details?: { readonly email?: string; readonly card?: string }): Promise<void>;
  /** Sends a form of a hosted page; answers where it leads. */
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<string | null>;
}

/** What an application knows once it has sold a subscription. */
export interface Sold {
  readonly customer: string;
  readonly subscription: string;
}

/** An application, as far as it talks to Stripe: its calls in their order, with their parameters. */
export interface App {
  readonly name: string;
  /** The version that it pins. */
  readonly version: string;
  readonly sdk: 11 | 17 | 20;
  /** Types of events that it acts upon, which all have to come. */
  readonly events: readonly string[];
  sell(stripe: FormerStripe, visitor: Visitor): Promise<Sold>;
}

export const SITE = 'https://app.test';

/** The field of an object that has to be a text. */
export function textOf(object: { readonly [field: string]: unknown }, field: string): string {
  const value = object[field];
  if (typeof value === 'string') return value;
  throw new Error(`${field} is ${JSON.stringify(value)}`);
}
