import type { FastifyError, FastifyInstance } from 'fastify';
import type { EmulatorContext } from '../emulator-context.ts';
import { addFaultGate, InjectedFailure } from '../faults/fault-gate.ts';
import { addAccountRoutes } from './account-routes.ts';
import { addAvailabilityRoutes } from './availability-routes.ts';
import { addEventRoutes } from './event-routes.ts';
import { addInviteeRoutes } from './invitee-routes.ts';
import { addNoShowRoutes } from './no-show-routes.ts';
import { addOrganizationRoutes } from './organization-routes.ts';
import { requireToken } from './require-token.ts';
import { invalidArgument, RestError, unsupported } from './rest-error.ts';
import { addSchedulingLinkRoutes } from './scheduling-link-routes.ts';
import { addWebhookSubscriptionRoutes } from './webhook-subscription-routes.ts';

/** A repeated parameter would be parsed as an array, which no route expects. */
function rejectRepeatedParameters(app: FastifyInstance): void {
  app.addHook('preValidation', async (request) => {
    for (const [name, value] of Object.entries(request.query as Record<string, unknown>)) {
      if (Array.isArray(value)) throw invalidArgument(name, 'must not be repeated');
    }
  });
}

/** Clients that send the type with every call have no body to delete with. */
function acceptEmptyJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, null);
    else parse(request, String(body), done);
  });
}

function invalidField({ instancePath, message = 'is invalid' }: NonNullable<FastifyError['validation']>[0]) {
  return invalidArgument(instancePath.slice(1).replaceAll('/', '.') || 'body', message);
}

/** The part of Calendly's public v2 API that makes, reads and cancels bookings and manages webhook subscriptions. */
export async function restRoutes(app: FastifyInstance, context: EmulatorContext): Promise<void> {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, faultTarget: 'rest' };
  });
  app.setErrorHandler((error, _request, reply) => {
    if (error instanceof RestError) return reply.status(error.status).send(error.body);
    const { statusCode = 500, message, validation } = error as Partial<FastifyError> & Error;
    const [fault] = validation ?? [];
    if (fault !== undefined) return reply.status(400).send(invalidField(fault).body);
    if (statusCode < 500) return reply.status(statusCode).send({ title: 'Invalid Argument', message });
    if (!(error instanceof InjectedFailure))
      process.emitWarning(error instanceof Error ? error : String(error));
    return reply
      .status(500)
      .send({ title: 'Internal Server Error', message: 'The server encountered an unexpected error.' });
  });
  // Unmatched paths at the root have one handler: that of the pages when they are mounted at the root too.
  if (context.pagesPath !== '') {
    app.setNotFoundHandler((request) => {
      throw unsupported(`${request.method} ${request.url.replace(/\?.*/, '')}`);
    });
  }
  acceptEmptyJson(app);
  addFaultGate(app, context.faults);
  requireToken(app, context);
  rejectRepeatedParameters(app);
  addAccountRoutes(app, context);
  addEventRoutes(app, context);
  addInviteeRoutes(app, context);
  addWebhookSubscriptionRoutes(app, context);
  addAvailabilityRoutes(app, context);
  addNoShowRoutes(app, context);
  addOrganizationRoutes(app, context);
  addSchedulingLinkRoutes(app, context);
}
