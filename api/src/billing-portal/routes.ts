import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addCall } from '../plugins/identify.ts';
import { createPortalSession } from './create-portal-session.ts';

export function addBillingPortalRoutes(app: FastifyInstance, context: Context): void {
  addCall(app, context, ['createBillingPortalSession', 'billing portal'], async (user, { returnTo }) => ({
    url: await createPortalSession(context, user, returnTo),
  }));
}
