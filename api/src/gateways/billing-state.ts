import { GRANTED_PLANS, type GrantedPlan } from '@outharbor/contract/granted-plan';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';

export interface BillingState {
  /** Number of writes; 0 if there is no record yet. */
  readonly revision: number;
  readonly customerId: string | undefined;
  /** The provider account and mode that the customer belongs to. */
  readonly account: string | undefined;
  /** Created the stored session; a subscription bought in that session carries the same id. */
  readonly attempt: string | undefined;
  readonly sessionId: string | undefined;
  readonly subscriptionId: string | undefined;
  readonly planType: GrantedPlan | undefined;
  /** Unix seconds; undefined if the plan will be renewed. */
  readonly endsAt: number | undefined;
  readonly pastDue: true | undefined;
  /** Duplicate subscriptions whose refund the provider has not made yet, separated by spaces. */
  readonly refundDue: string | undefined;
  /** Subscriptions that were paused because the account was disabled, separated by spaces. */
  readonly paused: string | undefined;
  /** When deletion of the account began, if it is not complete; Unix seconds. */
  readonly deletionStartedAt: number | undefined;
  /** What the person had bought when the deletion began, separated by spaces. */
  readonly boughtBefore: string | undefined;
  /** When deletion was completed; nothing may be written afterwards. Unix seconds. */
  readonly deletedAt: number | undefined;
}

const KINDS = {
  revision: 'number',
  customerId: 'string',
  account: 'string',
  attempt: 'string',
  sessionId: 'string',
  subscriptionId: 'string',
  planType: 'string',
  endsAt: 'number',
  pastDue: 'boolean',
  refundDue: 'string',
  paused: 'string',
  deletionStartedAt: 'number',
  boughtBefore: 'string',
  deletedAt: 'number',
} as const satisfies Record<keyof BillingState, 'number' | 'string' | 'boolean'>;

/** Absent keys are unchanged; null removes a key. `deletedAt` is final and removes all other keys but a refund that is due. */
export type BillingChange =
  | { readonly deletedAt: number; readonly refundDue?: string | undefined }
  | ({ readonly deletedAt?: undefined } & {
      readonly [Key in keyof Omit<BillingState, 'revision' | 'deletedAt'>]?: BillingState[Key] | null;
    });

export interface StoredPlan {
  readonly account: string | undefined;
  readonly planType: GrantedPlan | undefined;
  readonly endsAt: number | undefined;
  readonly pastDue: true | undefined;
  readonly subscriptionId: string | undefined;
  readonly refundDue: string | undefined;
  /** The plan in the user's record. */
  readonly shown: GrantedPlan | undefined;
}

/** Unix seconds; absent keys mean from the beginning. `walkDue`: the next comparison of all subscriptions. */
export interface ReconcilerProgress {
  readonly eventsUntil: number | undefined;
  readonly walkDue: number | undefined;
}

export const deletionStarted = ({ deletionStartedAt, deletedAt }: BillingState) =>
  deletionStartedAt !== undefined || deletedAt !== undefined;

/**
 * Applies `change` to `state`: increments the revision and removes null keys; `deletedAt` replaces everything
 * else.
 */
export function changedState(state: BillingState, change: BillingChange): BillingState {
  const revision = state.revision + 1;
  if (change.deletedAt !== undefined) return readBillingState({ revision, ...change });
  const entries = Object.entries(change).filter(([, value]) => value !== undefined);
  const given: Partial<BillingState> = Object.fromEntries(
    entries.map(([key, value]) => [key, value ?? undefined]),
  );
  return { ...state, ...given, revision };
}

/** Parses stored data without trusting its shape. */
export function readBillingState(value: unknown): BillingState {
  const fields = readFields(value);
  const revision = fields.get('revision');
  const wellFormed = Object.entries(KINDS).map(([name, kind]) => {
    const field = fields.get(name);
    return [name, typeof field === kind ? field : undefined] as const;
  });
  const state = Object.fromEntries(wellFormed) as unknown as BillingState;
  return {
    ...state,
    revision: typeof revision === 'number' ? revision : 0,
    planType: planIn(fields),
    pastDue: state.pastDue || undefined,
  };
}

export function readSubscriptionRecord(value: unknown): SubscriptionRecord {
  const fields = readFields(value);
  const planType = planIn(fields);
  const sessionId = textIn(fields, 'sessionId');
  return { ...(planType && { planType }), ...(sessionId && { sessionId }) };
}

/** Reads the plan from a complete user record. */
export function readShownPlan(value: unknown): GrantedPlan | undefined {
  return planIn(readFields(readFields(value).get('subscription')));
}

export function readProgress(value: unknown): ReconcilerProgress {
  const fields = readFields(value);
  return { eventsUntil: numberIn(fields, 'eventsUntil'), walkDue: numberIn(fields, 'walkDue') };
}

/** The stored fields, unparsed. */
export const readRaw = (value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(readFields(value));

type Fields = ReadonlyMap<string, unknown>;

function readFields(value: unknown): Fields {
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
