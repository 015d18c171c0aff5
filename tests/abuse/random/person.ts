import type { SignedIn } from '@outharbor/api/gateways/identity-gateway';
import type { ApiFleet } from './api-fleet.ts';

/** What a played person knows of and did; the rest is asked of Stripe. */
export interface Person {
  readonly name: string;
  readonly fleet: ApiFleet;
  user: SignedIn;
  /** Sessions whose address reached a browser. */
  readonly sessions: string[];
  /** Those of them that the API gave out; nobody knows the address of one that it made and did not store. */
  readonly given: Set<string>;
  /** Subscriptions that the person, an operator or Stripe ended, and not the API. */
  readonly ended: Set<string>;
  /** A second payment is possible: a session was made past the API, or a paused subscription came back. */
  mayPayTwice: boolean;
  /** Charges that were disputed, which cannot be refunded. */
  readonly disputed: Set<string>;
  /** The bookkeeping was lost, or put back, so that a session may be open that is not the stored one. */
  billingLost: boolean;
  /** What stood in the database when the account was erased. */
  erased: string | undefined;
}
