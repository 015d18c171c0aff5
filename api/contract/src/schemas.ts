/** Request and response bodies. Fastify validates with them, TypeScript infers from them, OpenAPI is made of them. */
import { type Static, Type } from 'typebox';
import { ERROR_CODES } from './errors.ts';
import { PLAN_NAMES, PLAN_PRICES } from './plans.ts';

const closed = { additionalProperties: false } as const;

const UID_PATTERN = '^[A-Za-z0-9_-]{1,128}$';

/** A Firebase uid without the characters that a database path gives a meaning to. */
export const Uid = Type.String({ pattern: UID_PATTERN, description: 'Firebase user id' });

const uidExpression = new RegExp(UID_PATTERN);

/** Whether a text from outside a request may become part of a database path. */
export const isUid = (text: string): boolean => uidExpression.test(text);

export const CheckoutSessionId = Type.String({
  pattern: '^cs_(test|live)_[A-Za-z0-9]{1,200}$',
  description: 'Stripe Checkout session id',
});

export const PlanNameSchema = Type.Enum([...PLAN_NAMES]);

export const CreateCheckoutSessionRequest = Type.Object(
  {
    plan: Type.Enum([...PLAN_PRICES], { description: 'Price of the plan, whole US dollars a month' }),
    customerId: Uid,
  },
  closed,
);
export type CreateCheckoutSessionRequest = Static<typeof CreateCheckoutSessionRequest>;

export const CreateCheckoutSessionResponse = Type.Object(
  { session: Type.Object({ id: CheckoutSessionId, url: Type.String({ format: 'uri' }) }, closed) },
  closed,
);
export type CreateCheckoutSessionResponse = Static<typeof CreateCheckoutSessionResponse>;

export const ConfirmPaymentRequest = Type.Object({ sessionId: CheckoutSessionId, firebaseId: Uid }, closed);
export type ConfirmPaymentRequest = Static<typeof ConfirmPaymentRequest>;

export const ConfirmPaymentResponse = Type.Object(
  { planType: PlanNameSchema, sessionId: CheckoutSessionId },
  closed,
);
export type ConfirmPaymentResponse = Static<typeof ConfirmPaymentResponse>;

export const CreateBillingPortalSessionRequest = Type.Object({ customerId: Uid }, closed);
export type CreateBillingPortalSessionRequest = Static<typeof CreateBillingPortalSessionRequest>;

export const CreateBillingPortalSessionResponse = Type.Object(
  { url: Type.String({ format: 'uri' }) },
  closed,
);
export type CreateBillingPortalSessionResponse = Static<typeof CreateBillingPortalSessionResponse>;

export const WebhookReceipt = Type.Object({ received: Type.Literal(true) }, closed);
export type WebhookReceipt = Static<typeof WebhookReceipt>;

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

/** The error shape, and beside it which dependency is away. */
export const UnreadyResponse = Type.Object(
  { ...ErrorResponse.properties, dependencies: Dependencies },
  closed,
);
