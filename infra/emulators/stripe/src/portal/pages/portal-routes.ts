import { html } from '@outharbor/emulator-kit/html';
import type { FastifyInstance } from 'fastify';
import { hasEnded } from '../../billing/billing-entities.ts';
import { collectInvoice, recover } from '../../billing/invoices/pay-invoice.ts';
import { type Customer, changeCustomer } from '../../customers/customer.ts';
import {
  attachPaymentMethod,
  type CardDetails,
  createPaymentMethod,
  useCardForSubscriptions,
} from '../../customers/methods/save-card.ts';
import type { PaymentFailure } from '../../customers/methods/test-card.ts';
import { cardForm, testCardList } from '../../customers/pages/card-form.ts';
import { CARD_FIELDS, failureErrors, readCardForm } from '../../customers/pages/read-card-form.ts';
import { taxIdProblems } from '../../customers/pages/tax-id-options.ts';
import { addTaxId, removeTaxId } from '../../customers/tax-id.ts';
import { DESCRIPTION } from '../../description/description.ts';
import type { Context } from '../../kinds/context.ts';
import type { FindContext } from '../../kinds/part.ts';
import type { FormErrors } from '../../pages/asked-field.ts';
import { layout } from '../../pages/layout.ts';
import { answerForm, isScripted, sendHtml } from '../../pages/send-page.ts';
import { customerPage, knownDetails } from './portal-customer-page.ts';
import { readDetails } from './portal-details-form.ts';
import { portalPage } from './portal-page.ts';
import { subscriptionPages } from './portal-subscription-routes.ts';
import {
  type Action,
  backLink,
  donePage,
  flowStart,
  nextPageAfter,
  offered,
  servePortal,
  toOverview,
  type Visit,
} from './portal-visit.ts';

/** Sets a new default card and pays open invoices with it. Returns why a payment failed, or null. */
function changeCard(context: Context, customer: Customer, details: CardDetails): PaymentFailure | null {
  if (details.card.failure !== null) return details.card.failure;
  const now = context.time.now(customer.test_clock);
  const method = attachPaymentMethod(context, createPaymentMethod(context, details, now), customer.id);
  useCardForSubscriptions(context, customer, method);
  for (const invoice of context.store.invoices.values()) {
    if (invoice.customer !== customer.id || invoice.status !== 'open') continue;
    const subscription = context.store.subscriptions.get(invoice.subscription ?? '');
    if (subscription === undefined || hasEnded(subscription)) continue;
    const { failure } = collectInvoice(context, invoice, method);
    if (failure !== null) return failure;
    recover(context, subscription.id);
  }
  return null;
}

export function portalRoutes(server: FastifyInstance, findContext: FindContext): void {
  servePortal(server, findContext, {
    GET: (visit, reply) => sendHtml(reply, portalPage(visit)),
    'GET /flow': (visit, reply) => reply.redirect(flowStart(visit), 303),
    'GET /done': (visit, reply) => sendHtml(reply, donePage(visit)),
    'GET /card': offered('payment_method_update', (visit, reply) => sendHtml(reply, changeCardPage(visit))),
    'POST /card': offered('payment_method_update', (...[visit, reply, request]) => {
      const { context, customer } = visit;
      const scripted = isScripted(request);
      const reading = readCardForm(request.body ?? '', context.time.now(customer.test_clock), CARD_FIELDS);
      const again = (errors: FormErrors) => {
        const input = { errors, ...(!reading.valid && { given: reading.shownAgain }) };
        return answerForm(reply, scripted, { errors, page: () => changeCardPage(visit, input) });
      };
      if (!reading.valid) return again(reading.errors);
      const failure = context.store.transact(() => changeCard(context, customer, reading.card));
      if (failure !== null) return again(failureErrors(failure));
      return answerForm(reply, scripted, { redirect: nextPageAfter(visit, ['payment_method_update']) });
    }),
    'GET /customer': offered('customer_update', (visit, reply) =>
      sendHtml(reply, customerPage(visit, { values: knownDetails(visit.customer), errors: {} })),
    ),
    'POST /customer': offered('customer_update', (...[visit, reply, { body }]) => {
      const { context, customer, configuration } = visit;
      const reading = readDetails(body ?? '', configuration.features.customer_update.allowed_updates);
      if (!reading.valid) return sendHtml(reply, customerPage(visit, reading));
      context.store.transact(() => changeCustomer(context, customer, { ...customer, ...reading.details }));
      return reply.redirect(nextPageAfter(visit, ['customer_update']), 303);
    }),
    'POST /customer/tax-ids': onTaxIds((...[visit, reply, { body }]) => {
      const { context, customer, path } = visit;
      const form = new URLSearchParams(body);
      const answerTo = (name: string) => (form.get(name) ?? '').trim();
      const given = { type: answerTo('tax_id_type'), value: answerTo('tax_id') };
      const errors = taxIdProblems(DESCRIPTION.taxIdTypes, given);
      if (Object.keys(errors).length > 0) {
        const again = { tax_id_type: given.type, tax_id: given.value };
        const page = { values: knownDetails(customer), errors: {}, tax_id: { given: again, errors } };
        return sendHtml(reply, customerPage(visit, page));
      }
      context.store.transact(() => addTaxId(context, customer, given));
      return reply.redirect(`${path}/customer`, 303);
    }),
    'POST /customer/tax-ids/:tax_id/remove': onTaxIds(({ context, customer, path }, reply, { params }) => {
      const tax_id = context.store.taxIds.get(params.tax_id);
      if (tax_id?.customer === customer.id) context.store.transact(() => removeTaxId(context, tax_id));
      return reply.redirect(`${path}/customer`, 303);
    }),
    ...subscriptionPages,
  });
}

function onTaxIds(act: Action): Action {
  return offered('customer_update', (visit, reply, request) => {
    const { allowed_updates: fields } = visit.configuration.features.customer_update;
    return fields.includes('tax_id') ? act(visit, reply, request) : toOverview(visit, reply);
  });
}

interface ChangeCardInput {
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
}

function changeCardPage(visit: Visit, { given, errors = {} }: ChangeCardInput = {}): string {
  const body = html`<main class="plain narrow">
${backLink(visit)}
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
