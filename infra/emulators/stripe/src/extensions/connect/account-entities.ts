import type { JsonObject } from '../../description/json-object.ts';
import type { Entity, Labelled, Metadata } from '../../kinds/store/entity.ts';

/** Who bears the fees and losses of a connected account, asks for its details, and what dashboard it has. */
export interface AccountController {
  readonly fees: 'account' | 'application' | 'application_custom' | 'application_express';
  readonly losses: 'application' | 'stripe';
  readonly requirement_collection: 'application' | 'stripe';
  readonly dashboard: 'express' | 'full' | 'none';
}

export interface RequestedCapability {
  readonly requested: boolean;
  readonly requested_at: number | null;
}

/** An account that is connected to the platform, in whose store it is. Its own objects are in a store of its own. */
export interface ConnectedAccount extends Labelled {
  readonly deleted: boolean;
  readonly type: 'custom' | 'express' | 'none' | 'standard';
  readonly controller: AccountController;
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

/** Who represents, owns or directs a company; it is in the store of the company's account. */
export interface Person extends Labelled {
  /** As given. */
  readonly details: JsonObject;
}

/** A single-use link to the hosted onboarding. Its id is the secret in its URL. */
export interface AccountLink extends Entity {
  readonly account: string;
  /** Null for a link to the Express dashboard. */
  readonly refresh_url: string | null;
  readonly return_url: string | null;
  readonly visited: boolean;
}

/** What is known of a bank account by itself. */
export interface BankDetails extends Entity {
  readonly holderName: string | null;
  readonly holderType: string | null;
  readonly accountType: string | null;
  readonly country: string;
  readonly currency: string;
  readonly last4: string;
  readonly routing_number: string | null;
}

/** Where a connected account is paid out. */
export interface BankAccount extends BankDetails {
  readonly is_default: boolean;
  readonly metadata: Metadata;
}

/** Stands for a bank account until it is used. */
export interface BankToken extends Entity {
  readonly bank: BankDetails;
  readonly used: boolean;
}
