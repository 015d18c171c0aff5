import type { FormerStripe } from '../../support/stripe/former-clients.ts';

/** Pays without JavaScript. */
export interface Visitor {
  pay(session: string, details?: { readonly email?: string; readonly card?: string }): Promise<void>;
  submit(url: string, fields: Readonly<Record<string, string>>): Promise<string | null>;
}

interface Sold {
  readonly customer: string;
  readonly subscription: string;
}

export interface App {
  readonly name: string;
  readonly version: string;
  readonly sdk: 11 | 17 | 20;
  /** All of them must be delivered. */
  readonly events: readonly string[];
  sell(stripe: FormerStripe, visitor: Visitor): Promise<Sold>;
}

export const SITE = 'https://app.test';

export function requireText(object: { readonly [field: string]: unknown }, field: string): string {
  const value = object[field];
  if (typeof value === 'string') return value;
  throw new Error(`${field} is ${JSON.stringify(value)}`);
}
