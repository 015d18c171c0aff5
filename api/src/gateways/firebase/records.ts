import { GRANTED_PLANS, type GrantedPlan } from '@outharbor/contract/granted-plan';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';
import type { BillingState, ReconcilerProgress } from '../billing-ledger.ts';

/** Parses stored data without trusting its shape. */
export function readBillingState(value: unknown): BillingState {
  const fields = fieldsOf(value);
  return {
    revision: numberIn(fields, 'revision') ?? 0,
    customerId: textIn(fields, 'customerId'),
    account: textIn(fields, 'account'),
    attempt: textIn(fields, 'attempt'),
    sessionId: textIn(fields, 'sessionId'),
    subscriptionId: textIn(fields, 'subscriptionId'),
    planType: planIn(fields),
    endsAt: numberIn(fields, 'endsAt'),
    behind: fields.get('behind') === true ? true : undefined,
    refundDue: textIn(fields, 'refundDue'),
    leaving: numberIn(fields, 'leaving'),
    left: numberIn(fields, 'left'),
  };
}

export function readSubscriptionRecord(value: unknown): SubscriptionRecord {
  const fields = fieldsOf(value);
  const planType = planIn(fields);
  const sessionId = textIn(fields, 'sessionId');
  return { ...(planType && { planType }), ...(sessionId && { sessionId }) };
}

/** Reads the plan from a complete user record. */
export function readShownPlan(value: unknown): GrantedPlan | undefined {
  return planIn(fieldsOf(fieldsOf(value).get('subscription')));
}

export function readProgress(value: unknown): ReconcilerProgress {
  const fields = fieldsOf(value);
  return { eventsUntil: numberIn(fields, 'eventsUntil'), walkDue: numberIn(fields, 'walkDue') };
}

/** The stored fields, unparsed. */
export const readRaw = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(fieldsOf(value));

type Fields = ReadonlyMap<string, unknown>;

function fieldsOf(value: unknown): Fields {
  return new Map(typeof value === 'object' && value !== null ? Object.entries(value) : []);
}

function textIn(fields: Fields, name: string): string | undefined {
  const value = fields.get(name);
  return typeof value === 'string' ? value : undefined;
}

function numberIn(fields: Fields, name: string): number | undefined {
  const value = fields.get(name);
  return typeof value === 'number' ? value : undefined;
}

function planIn(fields: Fields): GrantedPlan | undefined {
  return GRANTED_PLANS.find((name) => name === fields.get('planType'));
}
