import type { GrantedPlan } from '@outharbor/contract/granted-plan';
import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { BillingState } from './gateways/billing-state.ts';
import type { IdentityGateway } from './gateways/firebase/identity.ts';
import type { BillingLedger } from './gateways/firebase/ledger.ts';
import type { Identity } from './gateways/identity.ts';
import type { Subscription } from './gateways/payments.ts';
import type { PaymentGateway } from './gateways/stripe/stripe-gateway.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface Gateways {
  readonly payments: PaymentGateway;
  readonly ledger: BillingLedger;
  readonly identity: IdentityGateway;
}

export interface PlanOutcome {
  readonly planType: GrantedPlan | undefined;
  readonly subscriptionId: string | undefined;
  /** `no_account`: the account does not exist and nothing was written. */
  readonly effect: 'nothing' | 'changed' | 'no_account';
}

export interface SyncOptions {
  readonly customers?: readonly (string | undefined)[];
  readonly skipIf?: (state: BillingState) => boolean;
  /** Read after the state, for a user known to have an account. */
  readonly view?: View;
  readonly storedIsWrong?: boolean;
  /**
   * Set only by a pass that has compared all accounts, and so can tell an erased account from a fault that
   * hides many.
   */
  readonly endsWithoutAccount?: boolean;
}

interface View {
  readonly user: Identity;
  readonly state: BillingState;
  readonly customerId: string | undefined;
  readonly subscriptions: readonly Subscription[];
}

export type SynchronisePlan = (uid: string, options?: SyncOptions) => Promise<PlanOutcome>;

/** Dependencies available to use cases; each picks the ones it needs. */
export interface Context extends Gateways {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly synchronisePlan: SynchronisePlan;
}
