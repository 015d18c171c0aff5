import type { Config } from '../../config/config.ts';
import { type Bound, bindOperations, createDependency, type ObserveDependency } from '../dependency.ts';
import * as account from './account.ts';
import { createStripeContext, readAccountName } from './client.ts';
import { readCredit } from './credit.ts';
import {
  canSearchCustomers,
  changeCustomerEmail,
  createCustomer,
  findCustomers,
  ping,
  searchCustomers,
} from './customers.ts';
import { findDisputed } from './disputes.ts';
import { translateStripeError } from './errors.ts';
import { listEvents, readWebhook } from './events.ts';
import * as pauses from './pauses.ts';
import * as planChange from './plan-change.ts';
import { createPlanChange, createPortalSession } from './portal.ts';
import { findCurrentPrice, findPrice } from './prices.ts';
import { listFailedRefunds, noteReported, refundPayments, wasReported } from './refunds.ts';
import * as sessions from './sessions.ts';
import * as subscriptions from './subscriptions.ts';

const { listAllSubscriptions, ...ofSubscriptions } = subscriptions;

const OPERATIONS = {
  ...account,
  ...pauses,
  ...planChange,
  ...sessions,
  ...ofSubscriptions,
  account: readAccountName,
  canSearchCustomers,
  changeCustomerEmail,
  createCustomer,
  createPlanChange,
  createPortalSession,
  findCurrentPrice,
  findCustomers,
  findDisputed,
  findPrice,
  noteReported,
  ping,
  readCredit,
  refundPayments,
  searchCustomers,
  wasReported,
};

/** Each covers many pages, and each page has its own timeout. */
const LONG_OPERATIONS = { listAllSubscriptions, listEvents, listFailedRefunds };
const LONG_TIMEOUT_MS = 10 * 60_000;

/** Every call may throw an AppError. Objects of other deployments or products are never returned. */
export type PaymentGateway = Bound<typeof OPERATIONS & typeof LONG_OPERATIONS> & {
  readWebhook: (body: Buffer, signature: string) => ReturnType<typeof readWebhook>;
};

/** The payments, through the official SDK. */
export function createStripeGateway(config: Config['stripe'], observe: ObserveDependency): PaymentGateway {
  const context = createStripeContext(config);
  const dependency = { name: 'stripe', observe, translate: translateStripeError };
  // Covers one attempt, one retry and the pause in between.
  const timeoutMs = config.timeoutMs * 2 + 1000;
  return {
    ...bindOperations(OPERATIONS, context, createDependency({ ...dependency, timeoutMs, maxInFlight: 256 })),
    ...bindOperations(
      LONG_OPERATIONS,
      context,
      createDependency({ ...dependency, timeoutMs: LONG_TIMEOUT_MS, maxInFlight: 4 }),
    ),
    readWebhook: readWebhook.bind(undefined, context),
  };
}
