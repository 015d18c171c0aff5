import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addCall, requirePlan } from '../plugins/identify.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createCheckoutSession } from './create-checkout-session.ts';

export function addCheckoutRoutes(app: FastifyInstance, context: Context): void {
  addCall(app, context, ['createCheckoutSession', 'checkout'], async (user, { plan }) => {
    const { id, url } = await createCheckoutSession(context, { user, plan: requirePlan(plan) });
    return { session: { id, url } };
  });
  addCall(app, context, ['confirmPayment', 'checkout'], (user, { sessionId }) =>
    confirmPayment(context, { user, sessionId }),
  );
}
