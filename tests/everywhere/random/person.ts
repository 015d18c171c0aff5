import type { SignedIn } from '@outharbor/api/gateways/identity';
import type { ApiFleet } from './api-fleet.ts';

/** What a simulated user knows and did; everything else is read from Stripe. */
export interface Person {
  readonly name: string;
  readonly fleet: ApiFleet;
  user: SignedIn;
  /** Sessions whose URL reached a browser. */
  readonly sessions: string[];
  /** The sessions returned by the API. A session that it created but did not store has no known URL. */
  readonly given: Set<string>;
  /** Subscriptions ended by the user, an operator or Stripe rather than by the API. */
  readonly ended: Set<string>;
  /** A second payment is possible: a session was created outside the API, or a subscription was paused. */
  mayPayTwice: boolean;
  /** A mark of a subscription was mistyped, until which is mended nothing else is sold. */
  mistyped: boolean;
  /** Disputed charges, which cannot be refunded. */
  readonly disputed: Set<string>;
  /** The billing record was lost or restored, so an open session may differ from the stored one. */
  billingLost: boolean;
  /** The database records at the time the account was deleted. */
  erased: string | undefined;
  /** When the person deleted the account; Unix seconds. */
  leftAt: number | undefined;
}
