import { API_PATHS } from '@outharbor/contract/paths';
import {
  ConfirmPaymentRequest,
  ConfirmPaymentResponse,
  CreateCheckoutSessionRequest,
  CreateCheckoutSessionResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addPersonRoute, requirePlan } from '../plugins/identify.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createCheckoutSession } from './create-checkout-session.ts';

export function addCheckoutRoutes(app: FastifyInstance, context: Context): void {
  addPersonRoute(
    app,
    context.identity,
    {
      path: API_PATHS.createCheckoutSession,
      tag: 'checkout',
      body: CreateCheckoutSessionRequest,
      response: CreateCheckoutSessionResponse,
    },
    async (user, { plan }) => {
      const { id, url } = await createCheckoutSession(context, { user, plan: requirePlan(plan) });
      return { session: { id, url } };
    },
  );
  addPersonRoute(
    app,
    context.identity,
    {
      path: API_PATHS.confirmPayment,
      tag: 'checkout',
      body: ConfirmPaymentRequest,
      response: ConfirmPaymentResponse,
      uid: 'firebaseId',
    },
    (user, { sessionId }) => confirmPayment(context, { user, sessionId }),
  );
}
