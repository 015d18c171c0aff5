import type { FastifyInstance } from 'fastify';
import { changeCustomer } from '../../customers/customer.ts';
import { CARD_FIELDS, readCardForm } from '../../customers/pages/read-card-form.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/form-errors.ts';
import { answerForm, isScripted, sendHtml } from '../../pages/send-page.ts';
import { failureErrors } from '../../payments/pages/failure-errors.ts';
import { changeCard } from '../change-card.ts';
import { changeCardPage } from './change-card-page.ts';
import { customerPage, knownDetails } from './portal-customer-page.ts';
import { readDetails } from './portal-details-form.ts';
import { donePage, flowStart } from './portal-flow-page.ts';
import { portalPage } from './portal-page.ts';
import { subscriptionRoutes } from './portal-subscription-routes.ts';
import { taxIdRoutes } from './portal-tax-id-routes.ts';
import { nextPageAfter, onVisit, type PortalRequest, toOverview } from './portal-visit.ts';

export function portalRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PortalRequest>('/p/session/:secret', ({ params }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) => sendHtml(reply, portalPage(visit))),
  );
  server.get<PortalRequest>('/p/session/:secret/flow', ({ params }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) => reply.redirect(flowStart(visit), 303)),
  );
  server.get<PortalRequest>('/p/session/:secret/done', ({ params }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) => sendHtml(reply, donePage(visit))),
  );
  subscriptionRoutes(server, findContext);
  cardRoutes(server, findContext);
  customerRoutes(server, findContext);
  taxIdRoutes(server, findContext);
}

function cardRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PortalRequest>('/p/session/:secret/card', ({ params }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) =>
      visit.configuration.features.payment_method_update.enabled
        ? sendHtml(reply, changeCardPage(visit))
        : toOverview(visit, reply),
    ),
  );
  server.post<PortalRequest>('/p/session/:secret/card', (request, reply) =>
    onVisit(findContext, reply, request.params.secret, (visit) => {
      const { context, customer, configuration } = visit;
      if (!configuration.features.payment_method_update.enabled) return toOverview(visit, reply);
      const reading = readCardForm(request.body ?? '', context.time.now(customer.test_clock), CARD_FIELDS);
      const again = (errors: FormErrors) =>
        answerForm(reply, isScripted(request), {
          errors,
          page: () =>
            changeCardPage(visit, { errors, ...(reading.valid ? {} : { given: reading.shownAgain }) }),
        });
      if (!reading.valid) return again(reading.errors);
      const failure = context.store.transact(() => changeCard(context, customer, reading.card));
      if (failure !== null) return again(failureErrors(failure));
      return answerForm(reply, isScripted(request), {
        redirect: nextPageAfter(visit, ['payment_method_update']),
      });
    }),
  );
}

function customerRoutes(server: FastifyInstance, findContext: FindContext): void {
  server.get<PortalRequest>('/p/session/:secret/customer', ({ params }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) =>
      visit.configuration.features.customer_update.enabled
        ? sendHtml(reply, customerPage(visit, { values: knownDetails(visit.customer), errors: {} }))
        : toOverview(visit, reply),
    ),
  );
  server.post<PortalRequest>('/p/session/:secret/customer', ({ params, body }, reply) =>
    onVisit(findContext, reply, params.secret, (visit) => {
      const { context, customer, configuration } = visit;
      const { enabled, allowed_updates: fields } = configuration.features.customer_update;
      if (!enabled) return toOverview(visit, reply);
      const reading = readDetails(body ?? '', fields);
      if (!reading.valid) return sendHtml(reply, customerPage(visit, reading));
      context.store.transact(() => changeCustomer(context, customer, { ...customer, ...reading.details }));
      return reply.redirect(nextPageAfter(visit, ['customer_update']), 303);
    }),
  );
}
