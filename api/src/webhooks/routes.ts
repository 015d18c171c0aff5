import { API_PATHS } from '@outharbor/contract/paths';
import { ErrorResponse, WebhookReceipt } from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { AppError } from '../errors/app-error.ts';
import type { WebhookEvent } from '../gateways/payments.ts';
import { handleWebhook } from './handle-webhook.ts';
import { HANDLED_EVENTS } from './plan-events.ts';

const MAX_BODY = 512 * 1024;

/** Must be registered in its own scope, where the body stays the bytes that were signed. */
export async function addWebhookRoutes(app: FastifyInstance, context: Context): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => {
    done(null, body);
  });

  app.post(
    API_PATHS.stripeWebhook,
    {
      bodyLimit: MAX_BODY,
      config: { rateLimit: false },
      schema: { tags: ['webhooks'], response: { 200: WebhookReceipt, default: ErrorResponse } },
    },
    async (request) => {
      const event = verify(context, request.body, request.headers['stripe-signature']);
      await deliver(context, event);
      return { received: true as const };
    },
  );
}

function verify({ payments, metrics }: Context, body: unknown, signature: unknown): WebhookEvent {
  try {
    if (!Buffer.isBuffer(body) || typeof signature !== 'string')
      throw new AppError('webhook_signature_invalid');
    return payments.readWebhook(body, signature);
  } catch (error) {
    metrics.webhooks.inc({ type: 'unverified', outcome: 'rejected' });
    throw error;
  }
}

async function deliver(context: Context, event: WebhookEvent): Promise<void> {
  const type = HANDLED_EVENTS.includes(event.type) ? event.type : 'other';
  const started = performance.now();
  try {
    const handled = await handleWebhook(context, event);
    const outcome = handled === 'changed' ? 'handled' : handled;
    // Stripe has already been told that it failed.
    const isLate = performance.now() - started > context.config.http.requestTimeoutMs;
    context.metrics.webhooks.inc({ type, outcome: isLate ? 'failed' : outcome });
  } catch (error) {
    context.metrics.webhooks.inc({ type, outcome: 'failed' });
    throw error;
  }
}
