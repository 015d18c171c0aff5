import type { FastifyBaseLogger } from 'fastify';
import type { Config } from './config/config.ts';
import type { IdentityGateway } from './gateways/firebase/identity.ts';
import type { BillingLedger } from './gateways/firebase/ledger.ts';
import type { PaymentGateway } from './gateways/stripe/stripe-gateway.ts';
import type { Metrics } from './metrics/metrics.ts';

export interface Gateways {
  readonly payments: PaymentGateway;
  readonly ledger: BillingLedger;
  readonly identity: IdentityGateway;
}

/** Dependencies of the plan writer and the modules it uses. */
export interface BaseContext extends Gateways {
  readonly config: Config;
  readonly logger: FastifyBaseLogger;
  readonly metrics: Metrics;
}
