import { API_PATHS } from '@outharbor/contract/paths';
import {
  CreateBillingPortalSessionRequest,
  CreateBillingPortalSessionResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { addPersonRoute } from '../plugins/identify.ts';
import { createPortalSession } from './create-portal-session.ts';

export function addBillingPortalRoutes(app: FastifyInstance, context: Context): void {
  addPersonRoute(
    app,
    context.identity,
    {
      path: API_PATHS.createBillingPortalSession,
      tag: 'billing portal',
      body: CreateBillingPortalSessionRequest,
      response: CreateBillingPortalSessionResponse,
    },
    async (user, { returnTo }) => ({ url: await createPortalSession(context, user, returnTo) }),
  );
}
