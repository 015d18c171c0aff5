import type { FastifyInstance } from 'fastify';
import { acceptForms } from '../build-server.ts';
import type { EmulatorContext } from '../emulator-context.ts';
import { addFaultGate } from '../faults/fault-gate.ts';
import { addAssetRoutes } from './asset-routes.ts';
import { addCompression } from './compression.ts';
import { addEventTypeRoutes, addProfileRoute } from './event-type-routes.ts';
import { addInviteeRoutes } from './invitee-routes.ts';
import { sendMessage } from './message-page.ts';
import { pageErrorHandler } from './page-errors.ts';
import { addWidgetApiRoutes } from './widget-api-routes.ts';

/** All routes that the public origin forwards, under `pagesPath`. */
export async function pageRoutes(app: FastifyInstance, context: EmulatorContext): Promise<void> {
  const { widgetAddresses: assets, widgetFiles } = context;
  acceptForms(app);
  app.setErrorHandler(pageErrorHandler(context));
  app.setNotFoundHandler((_request, reply) =>
    sendMessage(reply, 404, 'There is nothing to book at this address.', assets),
  );
  addPageHeaders(app);
  addFaultGate(app, context.faults);
  addCompression(app);
  addAssetRoutes(app, widgetFiles);
  addProfileRoute(app, context);
  addInviteeRoutes(app, context);
  for (const type of context.types) {
    addEventTypeRoutes(app, type);
    addWidgetApiRoutes(app, type);
  }
}

// No `frame-ancestors`: the public origin's front door decides who may frame the pages.
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

function addPageHeaders(app: FastifyInstance): void {
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({
      'content-security-policy': CONTENT_SECURITY_POLICY,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cache-control': 'no-store',
    });
  });
}
