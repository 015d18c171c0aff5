/**
 * Request and response bodies: the source of Fastify's validation, the TypeScript types and the OpenAPI
 * document.
 */
import { type Static, Type } from 'typebox';
import { ERROR_CODES } from './errors.ts';
import { GRANTED_PLANS } from './granted-plan.ts';
import { PLAN_CURRENCY, PLAN_PRICES } from './plans.ts';
import { UID } from './user-record.ts';

const closed = { additionalProperties: false } as const;

export const Uid = Type.String({ pattern: UID.source, description: 'Firebase user id' });

export const CheckoutSessionId = Type.String({
  pattern: '^cs_(test|live)_[A-Za-z0-9]{1,200}$',
  description: 'Stripe Checkout session id',
});

const GrantedPlanSchema = Type.Enum([...GRANTED_PLANS]);

export const CreateCheckoutSessionRequest = Type.Object(
  {
    plan: Type.Enum([...PLAN_PRICES], { description: `Price of the plan a month, in ${PLAN_CURRENCY}` }),
    customerId: Uid,
  },
  closed,
);

const CreateCheckoutSessionResponse = Type.Object(
  { session: Type.Object({ id: CheckoutSessionId, url: Type.String({ format: 'uri' }) }, closed) },
  closed,
);

const ConfirmPaymentResponse = Type.Object(
  { planType: GrantedPlanSchema, sessionId: CheckoutSessionId },
  closed,
);

/** Site pages that the billing portal can return to. */
const PORTAL_RETURNS = ['pricing', 'account'] as const;
export type PortalReturn = (typeof PORTAL_RETURNS)[number];

const UnixSeconds = Type.Integer({ minimum: 0, description: 'Unix seconds' });
const Money = {
  amount: Type.Integer({ description: "In the currency's smallest unit" }),
  currency: Type.String(),
};
const WebAddress = Type.String({ format: 'uri', pattern: '^https?://' });

/** What a change costs at once, if it is made at that time; negative for a credit. */
export const PlanChangeCost = Type.Object({ at: UnixSeconds, ...Money }, closed);
export type PlanChangeCost = Static<typeof PlanChangeCost>;

/**
 * `url`: the provider's page that shows the cost and asks. `cost`: the provider has no such page for this subscription;
 * send it as `agreed` to make the change. `planType`: the change was made.
 */
const CreatePlanChangeSessionResponse = Type.Object(
  {
    url: Type.Optional(Type.String({ format: 'uri' })),
    cost: Type.Optional(PlanChangeCost),
    planType: Type.Optional(GrantedPlanSchema),
  },
  closed,
);

export const Receipt = Type.Object(
  {
    id: Type.String(),
    number: Type.Optional(Type.String()),
    created: UnixSeconds,
    ...Money,
    status: Type.Enum(['paid', 'open', 'closed']),
    /** What was refunded; absent if nothing was. */
    returned: Type.Optional(Type.Integer({ minimum: 1 })),
    url: Type.Optional(WebAddress),
  },
  closed,
);
export type Receipt = Static<typeof Receipt>;

export const CurrentPlan = Type.Object(
  {
    planType: GrantedPlanSchema,
    since: UnixSeconds,
    endsAt: Type.Optional(UnixSeconds),
    /** Absent if the plan ends. */
    nextPayment: Type.Optional(Type.Object({ at: UnixSeconds, ...Money }, closed)),
    /** The failed payment; absent if nothing is owed. */
    due: Type.Optional(Type.Object({ ...Money, url: Type.Optional(WebAddress) }, closed)),
  },
  closed,
);
export type CurrentPlan = Static<typeof CurrentPlan>;

const AccountResponse = Type.Object(
  {
    plan: Type.Optional(CurrentPlan),
    receipts: Type.Array(Receipt),
    /**
     * What the provider owes the person; deducted from the next payments. `returnable`: the part from changes to
     * cheaper plans, which a deletion of the account pays back.
     */
    credit: Type.Optional(Type.Object({ ...Money, returnable: Type.Integer({ minimum: 0 }) }, closed)),
  },
  closed,
);

/** All data held about a person, in its stored shapes. */
const ExportAccountResponse = Type.Object(
  {
    exportedAt: Type.String({ format: 'date-time' }),
    identity: Type.Record(Type.String(), Type.Unknown(), { description: 'Account at the identity provider' }),
    profile: Type.Record(Type.String(), Type.Unknown(), {
      description: "The user's record in the site's database",
    }),
    billing: Type.Record(Type.String(), Type.Unknown(), { description: "The site's billing state" }),
    payments: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Each customer at the payment provider, with subscriptions, invoices and cards',
    }),
  },
  closed,
);

const own = Type.Object({ customerId: Uid }, closed);

/** What a signed-in person calls for themselves, each at the path of its name in `API_PATHS`. */
export const CALLS = {
  createCheckoutSession: { body: CreateCheckoutSessionRequest, response: CreateCheckoutSessionResponse },
  confirmPayment: {
    body: Type.Object({ sessionId: CheckoutSessionId, firebaseId: Uid }, closed),
    response: ConfirmPaymentResponse,
  },
  createBillingPortalSession: {
    body: Type.Object(
      {
        customerId: Uid,
        returnTo: Type.Optional(
          Type.Enum([...PORTAL_RETURNS], { description: 'Page to return to; pricing by default' }),
        ),
      },
      closed,
    ),
    response: Type.Object({ url: Type.String({ format: 'uri' }) }, closed),
  },
  createPlanChangeSession: {
    body: Type.Object(
      {
        plan: Type.Enum([...PLAN_PRICES], {
          description: `Price of the new plan a month, in ${PLAN_CURRENCY}`,
        }),
        customerId: Uid,
        agreed: Type.Optional(PlanChangeCost),
      },
      closed,
    ),
    response: CreatePlanChangeSessionResponse,
  },
  account: { body: own, response: AccountResponse },
  keepPlan: { body: own, response: Type.Object({ planType: GrantedPlanSchema }, closed) },
  signOutEverywhere: { body: own, response: Type.Object({ signedOut: Type.Literal(true) }, closed) },
  exportAccount: { body: own, response: ExportAccountResponse },
  deleteAccount: { body: own, response: Type.Object({ deleted: Type.Literal(true) }, closed) },
} as const;
export type CallName = keyof typeof CALLS;
export type CallBody<Name extends CallName> = Static<(typeof CALLS)[Name]['body']>;
export type CallAnswer<Name extends CallName> = Static<(typeof CALLS)[Name]['response']>;

export const WebhookReceipt = Type.Object({ received: Type.Literal(true) }, closed);

/** What is wrong with the operator's settings at Firebase, which only a browser sees. */
const SETUP_PROBLEMS = [
  'api_key_rejected',
  'referrer_blocked',
  'domain_not_authorised',
  'sign_in_method_off',
] as const;
export type SetupProblem = (typeof SETUP_PROBLEMS)[number];

export const SetupProblemReport = Type.Object({ problem: Type.Enum([...SETUP_PROBLEMS]) }, closed);

export const ErrorResponse = Type.Object(
  {
    error: Type.Object(
      {
        code: Type.Enum([...ERROR_CODES]),
        message: Type.String(),
        requestId: Type.String(),
      },
      closed,
    ),
  },
  closed,
);
export type ErrorResponse = Static<typeof ErrorResponse>;

const DependencyState = Type.Enum(['up', 'down']);
const Dependencies = Type.Object({ stripe: DependencyState, database: DependencyState }, closed);

export const HealthResponse = Type.Object({ status: Type.Literal('live') }, closed);

export const ReadinessResponse = Type.Object(
  { status: Type.Literal('ready'), dependencies: Dependencies },
  closed,
);

/** The error shape plus the state of each dependency. */
export const UnreadyResponse = Type.Object(
  { ...ErrorResponse.properties, dependencies: Dependencies },
  closed,
);
