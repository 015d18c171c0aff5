import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import { API_PATHS } from '@outharbor/contract/paths';
import {
  CreateBillingPortalSessionRequest,
  CreateBillingPortalSessionResponse,
  ErrorResponse,
} from '@outharbor/contract/schemas';
import type { FastifyInstance } from 'fastify';
import type { Context } from '../context.ts';
import { identify } from '../plugins/identify.ts';
import { createPortalSession } from './create-portal-session.ts';

export function addBillingPortalRoutes(instance: FastifyInstance, context: Context): void {
  instance.withTypeProvider<TypeBoxTypeProvider>().post(
    API_PATHS.createBillingPortalSession,
    {
      schema: {
        tags: ['billing portal'],
        security: [{ idToken: [] }],
        body: CreateBillingPortalSessionRequest,
        response: { 200: CreateBillingPortalSessionResponse, default: ErrorResponse },
      },
    },
    async (request) => {
      const { customerId, returnTo } = request.body;
      const user = await identify(context.identity, request, customerId);
      return { url: await createPortalSession(context, user, returnTo) };
    },
  );
}
