import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { API_PATHS } from '@outharbor/contract/paths';
import { planByPrice } from '@outharbor/contract/plans';
import {
  ConfirmPaymentRequest,
  ConfirmPaymentResponse,
  CreateCheckoutSessionRequest,
  CreateCheckoutSessionResponse,
  ErrorResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import { identify } from '../plugins/identify.ts';
import { confirmPayment } from './confirm-payment.ts';
import { createCheckoutSession } from './create-checkout-session.ts';

export function addCheckoutRoutes(instance: FastifyInstance, context: Context): void {
  const app = instance.withTypeProvider<TypeBoxTypeProvider>();
  const security = [{ idToken: [] }];

  app.post(
    API_PATHS.createCheckoutSession,
    {
      schema: {
        tags: ['checkout'],
        security,
        body: CreateCheckoutSessionRequest,
        response: { 200: CreateCheckoutSessionResponse, default: ErrorResponse },
      },
    },
    async (request) => {
      const user = await identify(context.identity, request, request.body.customerId);
      const plan = planByPrice(request.body.plan);
      if (plan === undefined) throw new AppError('validation_failed');
      const { id, url } = await createCheckoutSession(context, { user, plan: plan.name });
      return { session: { id, url } };
    },
  );

  app.post(
    API_PATHS.confirmPayment,
    {
      schema: {
        tags: ['checkout'],
        security,
        body: ConfirmPaymentRequest,
        response: { 200: ConfirmPaymentResponse, default: ErrorResponse },
      },
    },
    async (request) => {
      const user = await identify(context.identity, request, request.body.firebaseId);
      return confirmPayment(context, { user, sessionId: request.body.sessionId });
    },
  );
}
