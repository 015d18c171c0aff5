import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance } from 'fastify';
import { changeCustomer } from '../../customers/customer.ts';
import { cardForm, testCardList } from '../../customers/pages/card-form.ts';
import { CARD_FIELDS, failureErrors, readCardForm } from '../../customers/pages/read-card-form.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { layout } from '../../pages/layout.ts';
import { answerForm, isScripted, sendHtml } from '../../pages/send-page.ts';
import { changeCard } from '../change-card.ts';
import { customerPage, knownDetails } from './portal-customer-page.ts';
import { readDetails } from './portal-details-form.ts';
import { portalPage } from './portal-page.ts';
import { subscriptionRoutes } from './portal-subscription-routes.ts';
import { taxIdRoutes } from './portal-tax-id-routes.ts';
import {
  backLink,
  donePage,
  flowStart,
  nextPageAfter,
  onVisit,
  type PortalRequest,
  toOverview,
  type Visit,
} from './portal-visit.ts';

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

interface ChangeCardInput {
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
}

function changeCardPage(visit: Visit, { given, errors = {} }: ChangeCardInput = {}): string {
  const back = backLink(visit);
  const body = html`<main class="plain narrow">
<p><a href="${back.href}"><span aria-hidden="true">←</span> ${back.label}</a></p>
<h1>Change card</h1>
${cardForm({
  action: `${visit.path}/card`,
  submitLabel: 'Save card',
  name: given?.name ?? '',
  postal_code: given?.postal_code ?? '',
  errors,
})}
${testCardList()}
</main>`;
  return layout(visit.context, { title: 'Change card', scripts: ['checkout.ts'], body });
}
