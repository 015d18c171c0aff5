import { type Html, html } from '@outharbor/emulator-kit/html';
import { hasEnded, type Invoice, type Subscription } from '../../billing/billing-entities.ts';
import { day } from '../../catalogue/period-text.ts';
import { pricedItem } from '../../checkout/pages/order-summary.ts';
import { methodType } from '../../customers/methods/card.ts';
import { methodName } from '../../customers/pages/method-name.ts';
import { money } from '../../kinds/money.ts';
import { layout } from '../../pages/layout.ts';
import { upcomingSwitch } from '../defer-switch.ts';
import type { PortalConfiguration } from '../portal-entities.ts';
import { switchableItem } from '../switch-plan.ts';
import type { Visit } from './portal-visit.ts';

export function portalPage(visit: Visit): string {
  const { context, session, configuration, customer } = visit;
  const { features } = configuration;
  const { headline } = configuration.business_profile;
  const subscriptions = [...context.store.subscriptions.where('customer', customer.id)];
  const invoices = [...context.store.invoices.where('customer', customer.id)];
  const live = subscriptions.filter((subscription) => !hasEnded(subscription));
  const body = html`<main class="plain portal">
${session.return_url !== null && html`<p><a href="${session.return_url}"><span aria-hidden="true">←</span> Back to the site</a></p>`}
<h1>Your subscription</h1>
${headline !== null && html`<p>${headline}</p>`}
<p class="muted">${customer.email}</p>
${live.length > 0 ? live.map((subscription) => planPanel(visit, subscription)) : noPlan(subscriptions)}
${live.length > 0 && cardPanel(visit, live[0])}
${features.customer_update.enabled && html`<p><a href="${visit.path}/customer">Update your details</a></p>`}
${features.invoice_history.enabled && invoicePanel(invoices)}
${smallPrint(configuration.business_profile)}
</main>`;
  return layout(context, { title: 'Your subscription', scripts: ['once.ts'], body });
}

function smallPrint({
  privacy_policy_url,
  terms_of_service_url,
}: PortalConfiguration['business_profile']): Html | false {
  if (privacy_policy_url === null && terms_of_service_url === null) return false;
  return html`<p class="fine-print">
${terms_of_service_url !== null && html`<a href="${terms_of_service_url}">Terms of service</a>`}
${privacy_policy_url !== null && html`<a href="${privacy_policy_url}">Privacy policy</a>`}
</p>`;
}

function noPlan([last]: readonly Subscription[]): Html {
  if (last?.ended_at == null) return html`<section class="panel"><p>You have no subscription.</p></section>`;
  return html`<section class="panel"><h2>No current plan</h2><p>Your last subscription ended on ${day(last.ended_at)}.</p></section>`;
}

function planPanel(visit: Visit, subscription: Subscription): Html {
  const { store } = visit.context;
  const lines = subscription.items.map((item) => {
    const { name, price } = pricedItem(store, item, subscription.currency);
    return html`<p class="plan-line"><span>${name}</span><span>${price}</span></p>`;
  });
  return html`<section class="panel" aria-labelledby="plan-${subscription.id}">
<h2 id="plan-${subscription.id}">Current plan</h2>
${lines}
${subscription.status === 'past_due' && html`<p class="notice">The last payment failed. Please change your card.</p>`}
${schedule(visit, subscription)}
</section>`;
}

function schedule({ context, configuration, path }: Visit, subscription: Subscription): Html {
  const { id, cancel_at, status } = subscription;
  const { subscription_cancel: cancel, subscription_update: update } = configuration.features;
  if (status === 'paused') return html`<p class="notice">Your plan is paused. Nothing is charged.</p>`;
  if (cancel_at !== null) {
    return html`<p class="notice">Your plan ends on ${day(cancel_at)}.</p>
<form method="post" action="${path}/resume/${id}" data-once><button class="button" type="submit">Keep my plan</button></form>`;
  }
  const ahead = upcomingSwitch(context, subscription);
  if (ahead !== undefined) {
    const { name, price } = pricedItem(context.store, ahead.item, subscription.currency);
    return html`<p class="notice">Changes to ${name}, ${price}, on ${day(ahead.at)}.</p>
${update.enabled && html`<form method="post" action="${path}/keep/${id}" data-once><button class="button" type="submit">Keep the current plan</button></form>`}
${cancel.enabled && html`<p class="actions"><a class="button quiet" href="${path}/cancel/${id}">Cancel plan</a></p>`}`;
  }
  const next = Math.min(...subscription.items.map((item) => item.current_period_end));
  const canSwitch = update.enabled && switchableItem(subscription) !== undefined;
  return html`<p>Renews on ${day(next)}.</p>
<p class="actions">${canSwitch && html`<a class="button" href="${path}/switch/${id}">Change plan</a>`}
${cancel.enabled && html`<a class="button quiet" href="${path}/cancel/${id}">Cancel plan</a>`}</p>`;
}

function cardPanel(
  { context, customer, configuration, path }: Visit,
  subscription: Subscription | undefined,
): Html {
  const { store } = context;
  const id = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const card = id === null ? undefined : store.paymentMethods.get(id)?.card;
  const expiry = card && methodType(card) === 'card' && `, expires ${card.exp_month}/${card.exp_year}`;
  return html`<section class="panel" aria-labelledby="card-title">
<h2 id="card-title">Payment method</h2>
<p>${card ? `${methodName(card)}${expiry || ''}` : 'No card is saved.'}</p>
${configuration.features.payment_method_update.enabled && html`<p><a class="button quiet" href="${path}/card">Change card</a></p>`}
</section>`;
}

const INVOICE_STATUS: Readonly<Record<Invoice['status'], string>> = {
  draft: 'Draft',
  open: 'Open',
  paid: 'Paid',
  uncollectible: 'Uncollectible',
  void: 'Void',
};

function invoicePanel(invoices: readonly Invoice[]): Html {
  const rows = invoices.map(
    (invoice) =>
      html`<tr><td>${day(invoice.created)}</td><td>${invoice.number}</td><td>${money(invoice.total, invoice.currency)}</td><td>${INVOICE_STATUS[invoice.status]}</td></tr>`,
  );
  if (rows.length === 0)
    return html`<section class="panel"><h2>Invoices</h2><p>There are no invoices yet.</p></section>`;
  return html`<section class="panel table-frame" tabindex="0" aria-label="Invoices">
<table>
<caption><h2>Invoices</h2></caption>
<thead><tr><th scope="col">Date</th><th scope="col">Number</th><th scope="col">Amount</th><th scope="col">Status</th></tr></thead>
<tbody>${rows}</tbody>
</table>
</section>`;
}
