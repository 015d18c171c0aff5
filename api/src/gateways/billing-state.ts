import { GRANTED_PLANS, type GrantedPlan } from '@outharbor/contract/granted-plan';
import type { SubscriptionRecord } from '@outharbor/contract/user-record';

/** The type of each stored field; an absent one is undefined. */
const FIELDS = {
  /** How often it was written. */
  revision: 'number',
  customerId: 'string',
  /** The provider account and mode that the customer belongs to. */
  account: 'string',
  /** Created the stored session; a subscription bought in that session carries the same id. */
  attempt: 'string',
  sessionId: 'string',
  subscriptionId: 'string',
  /** Unix seconds; undefined if the plan will be renewed. */
  endsAt: 'number',
  /** Duplicate subscriptions whose refund the provider has not made yet, separated by spaces. */
  refundDue: 'string',
  /** Subscriptions that were paused because the account was disabled, separated by spaces. */
  paused: 'string',
  /** When deletion of the account began, if it is not complete; Unix seconds. */
  deletionStartedAt: 'number',
  /** What the person had bought when the deletion began, separated by spaces. */
  boughtBefore: 'string',
  /** When deletion was completed; nothing may be written afterwards. Unix seconds. */
  deletedAt: 'number',
} as const;

type FieldValues = {
  readonly [Name in keyof typeof FIELDS]:
    | { readonly string: string; readonly number: number }[(typeof FIELDS)[Name]]
    | undefined;
};

export interface BillingState extends FieldValues {
  /** 0 if there is no record yet. */
  readonly revision: number;
  readonly planType: GrantedPlan | undefined;
  readonly pastDue: true | undefined;
}

/** Absent keys are unchanged; null removes a key. `deletedAt` is final and removes all others but a refund due. */
export type BillingChange =
  | { readonly deletedAt: number; readonly refundDue?: string | undefined }
  | ({ readonly deletedAt?: undefined } & {
      readonly [Key in keyof Omit<BillingState, 'revision' | 'deletedAt'>]?: BillingState[Key] | null;
    });

export interface StoredPlan
  extends Pick<BillingState, 'account' | 'planType' | 'endsAt' | 'pastDue' | 'subscriptionId' | 'refundDue'> {
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
  const fields = readRaw(value);
  const wellFormed = Object.entries(FIELDS).map(([name, type]) => {
    const field = fields[name];
    return [name, typeof field === type ? field : undefined];
  });
  const state = Object.fromEntries(wellFormed) as FieldValues;
  return {
    ...state,
    revision: state.revision ?? 0,
    planType: toPlan(fields.planType),
    pastDue: fields.pastDue === true || undefined,
  };
}

export function readSubscriptionRecord(value: unknown): SubscriptionRecord {
  const { planType: stored, sessionId } = readRaw(value);
  const planType = toPlan(stored);
  return {
    ...(planType && { planType }),
    ...(typeof sessionId === 'string' && sessionId !== '' && { sessionId }),
  };
}

/** Reads the plan from a complete user record. */
export function readShownPlan(value: unknown): GrantedPlan | undefined {
  return toPlan(readRaw(readRaw(value).subscription).planType);
}

export function readProgress(value: unknown): ReconcilerProgress {
  const { eventsUntil, walkDue } = readRaw(value);
  return { eventsUntil: toNumber(eventsUntil), walkDue: toNumber(walkDue) };
}

/** The stored fields, unparsed. */
export const readRaw = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? { ...value } : {};

const toNumber = (value: unknown) => (typeof value === 'number' ? value : undefined);

const toPlan = (value: unknown) => GRANTED_PLANS.find((name) => name === value);
