import type Stripe from 'stripe';
import { noAccess, rejected } from '../description/api-error.ts';
import type { JsonObject } from '../description/json.ts';
import type { Context } from './context.ts';
import type { Kept, Labelled } from './store/kind-type.ts';

export interface RequestedCapability {
  readonly requested: boolean;
  readonly requested_at: number | null;
}

/** An account that is connected to the platform, in whose store it is. Its own objects are in a store of its own. */
export interface ConnectedAccount extends Labelled {
  readonly deleted: boolean;
  readonly type: 'custom' | 'express' | 'none' | 'standard';
  readonly controller: Kept<Stripe.Account.Controller>;
  readonly country: string;
  readonly default_currency: string;
  readonly email: string | null;
  readonly business_type: string | null;
  readonly capabilities: Readonly<Record<string, RequestedCapability>>;
  /** What was given for `business_profile`, `company`, `individual`, `settings` and `tos_acceptance`. */
  readonly details: Readonly<Record<string, JsonObject>>;
  /** Whether the hosted onboarding was completed. */
  readonly onboarded: boolean;
  readonly personId: string;
}

/** The same request in one of the platform's connected accounts. */
export function inConnected({ cause, connected }: Context, account: string): Context {
  return { ...connected(account), cause };
}

/** The same request in the platform of a connected account. */
export function inPlatform(context: Context): Context {
  const { cause, platform } = context;
  return platform === null ? context : { ...platform, cause };
}

/** A connected account as its platform or it itself sees it; throws Stripe's error for any other. */
export function requireAccount(context: Context, id: string): ConnectedAccount {
  const { accountId, livemode, platform, settings } = context;
  const found = (platform ?? context).store.accounts.get(id);
  const isVisible = found !== undefined && !found.deleted && (platform === null || id === accountId);
  if (isVisible) return found;
  const key = settings.secretKey.replace(/_(test|live)_/, livemode ? '_live_' : '_test_');
  throw noAccess(key, id);
}

/** The same for a change, which only the platform may make. */
export function requireConnected(context: Context, id: string): ConnectedAccount {
  if (id === context.accountId) {
    throw rejected('Your own account can be changed in the settings of its dashboard alone.');
  }
  return requireAccount(context, id);
}
