import type { FastifyInstance, FastifyReply } from 'fastify';
import { cancelSubscription, REQUESTED } from '../billing/cancel-subscription.ts';
import { updateSubscription } from '../billing/update-subscription.ts';
import type { Context } from '../context.ts';
import { changeCard } from '../portal/change-card.ts';
import type { Subscription } from '../state/billing-entities.ts';
import type { Customer, PortalSession } from '../state/customer-entities.ts';
import { changeCardPage } from './change-card-page.ts';
import { plainPage } from './layout.ts';
import { cancelPage, portalPage, portalPath } from './portal-page.ts';
import { readCardForm } from './read-card-form.ts';
import { answerForm, isScripted, sendHtml } from './send-page.ts';

interface PortalRequest {
  Params: { readonly secret: string; readonly subscription: string };
  Body: string;
}

interface Visit {
  readonly session: PortalSession;
  readonly customer: Customer;
}

const LIVES_FOR_SECONDS = 3600;
const CARD_FIELDS = ['card_number', 'expiry', 'cvc', 'name', 'postal_code'] as const;

/** The pages on which customers look after their own subscription. */
export function portalRoutes(server: FastifyInstance, context: Context): void {
  server.get<PortalRequest>('/p/session/:secret', ({ params }, reply) =>
    onVisit(context, reply, params.secret, ({ session, customer }) =>
      sendHtml(reply, portalPage(context, session, customer)),
    ),
  );
  subscriptionRoutes(server, context);
  cardRoutes(server, context);
}

function subscriptionRoutes(server: FastifyInstance, context: Context): void {
  const { store } = context;
  server.get<PortalRequest>('/p/session/:secret/cancel/:subscription', ({ params }, reply) =>
    onSubscription(context, reply, params, ({ session }, subscription) =>
      sendHtml(reply, cancelPage(context, session, subscription)),
    ),
  );
  server.post<PortalRequest>('/p/session/:secret/cancel/:subscription', ({ params, body }, reply) =>
    onSubscription(context, reply, params, ({ session }, subscription) => {
      const atOnce = new URLSearchParams(body).get('when') === 'now';
      const now = context.time.now(subscription.testClock);
      store.transact(() =>
        atOnce
          ? cancelSubscription(context, subscription, { now, details: REQUESTED })
          : updateSubscription(context, subscription, { cancelAtPeriodEnd: true }),
      );
      return reply.redirect(portalPath(context, session), 303);
    }),
  );
  server.post<PortalRequest>('/p/session/:secret/resume/:subscription', ({ params }, reply) =>
    onSubscription(context, reply, params, ({ session }, subscription) => {
      store.transact(() => updateSubscription(context, subscription, { cancelAtPeriodEnd: false }));
      return reply.redirect(portalPath(context, session), 303);
    }),
  );
}

function cardRoutes(server: FastifyInstance, context: Context): void {
  server.get<PortalRequest>('/p/session/:secret/card', ({ params }, reply) =>
    onVisit(context, reply, params.secret, ({ session }) =>
      sendHtml(reply, changeCardPage(context, { session })),
    ),
  );
  server.post<PortalRequest>('/p/session/:secret/card', (request, reply) =>
    onVisit(context, reply, request.params.secret, ({ session, customer }) => {
      const reading = readCardForm(request.body ?? '', context.time.now(customer.testClock), CARD_FIELDS);
      const again = (errors: Parameters<typeof changeCardPage>[1]['errors'] = {}) =>
        answerForm(reply, isScripted(request), {
          errors,
          page: () =>
            changeCardPage(context, {
              session,
              errors,
              ...(reading.valid ? {} : { given: reading.shownAgain }),
            }),
        });
      if (!reading.valid) return again(reading.errors);
      const failure = context.store.transact(() => changeCard(context, customer, reading.card));
      if (failure !== null) return again({ card_number: failure.message });
      return answerForm(reply, isScripted(request), { redirect: portalPath(context, session) });
    }),
  );
}

function onVisit(
  context: Context,
  reply: FastifyReply,
  secret: string,
  show: (visit: Visit) => FastifyReply,
): FastifyReply {
  const { store, time, settings } = context;
  const [session] = store.portalSessions.newestFirst((candidate) => candidate.secret === secret);
  const customer = store.customers.get(session?.customer ?? '');
  if (session === undefined || customer === undefined || customer.deleted) {
    const text = 'There is no portal session at this address.';
    return sendHtml(reply.code(404), plainPage(settings.pagesPath, { title: 'Not found', text }));
  }
  if (session.created + LIVES_FOR_SECONDS > time.now()) return show({ session, customer });
  const link =
    session.returnUrl === null ? undefined : { href: session.returnUrl, label: 'Back to the site' };
  const text = 'This portal session has expired. Please open it again from the site.';
  return sendHtml(reply, plainPage(settings.pagesPath, { title: 'This page has expired', text, link }));
}

/** Only a live subscription of the visiting customer; for any other the overview is the answer. */
function onSubscription(
  context: Context,
  reply: FastifyReply,
  { secret, subscription: id }: PortalRequest['Params'],
  act: (visit: Visit, subscription: Subscription) => FastifyReply,
): FastifyReply {
  return onVisit(context, reply, secret, (visit) => {
    const subscription = context.store.subscriptions.get(id);
    const isTheirs = subscription?.customer === visit.customer.id && subscription.status !== 'canceled';
    return isTheirs ? act(visit, subscription) : reply.redirect(portalPath(context, visit.session), 303);
  });
}
