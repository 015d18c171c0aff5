import { testCardByName } from '../billing/test-cards.ts';
import type { Context } from '../context.ts';
import type { Invoice, Subscription } from '../state/billing-entities.ts';
import type { Customer, PortalSession } from '../state/customer-entities.ts';
import { BRAND_NAMES } from './browser-scripts/card-format.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { day, money } from './money.ts';
import { pricedItem } from './priced-item.ts';

export function portalPath({ settings }: Context, session: PortalSession): string {
  return `${settings.pagesPath}/p/session/${session.secret}`;
}

/** What the customer is subscribed to, pays with and has paid, with what can be done about it. */
export function portalPage(context: Context, session: PortalSession, customer: Customer): string {
  const { pagesPath } = context.settings;
  const subscriptions = [
    ...context.store.subscriptions.newestFirst(({ customer: owner }) => owner === customer.id),
  ];
  const invoices = [...context.store.invoices.newestFirst(({ customer: owner }) => owner === customer.id)];
  const live = subscriptions.filter(({ status }) => status !== 'canceled');
  const path = portalPath(context, session);
  const body = html`<main class="plain portal">
${session.returnUrl !== null && html`<p><a href="${session.returnUrl}"><span aria-hidden="true">←</span> Back to the site</a></p>`}
<h1>Your subscription</h1>
<p class="muted">${customer.email}</p>
${live.length > 0 ? live.map((subscription) => planPanel(context, path, subscription)) : noPlan(subscriptions)}
${live.length > 0 && cardPanel(context, path, live[0], customer)}
${invoicePanel(invoices)}
</main>`;
  return layout({ title: 'Your subscription', pagesPath, scripts: ['once.ts'], body });
}

function noPlan([last]: readonly Subscription[]): Html {
  if (last?.endedAt == null) return html`<section class="panel"><p>You have no subscription.</p></section>`;
  return html`<section class="panel"><h2>No current plan</h2><p>Your last subscription ended on ${day(last.endedAt)}.</p></section>`;
}

function planPanel(context: Context, path: string, subscription: Subscription): Html {
  const { store } = context;
  const lines = subscription.items.map((item) => {
    const { name, price } = pricedItem(store, item);
    return html`<p class="plan-line"><span>${name}</span><span>${price}</span></p>`;
  });
  return html`<section class="panel" aria-labelledby="plan-${subscription.id}">
<h2 id="plan-${subscription.id}">Current plan</h2>
${lines}
${subscription.status === 'past_due' && html`<p class="notice">The last payment failed. Please change your card.</p>`}
${schedule(path, subscription)}
</section>`;
}

function schedule(path: string, subscription: Subscription): Html {
  const { id, cancelAt } = subscription;
  if (cancelAt !== null) {
    return html`<p class="notice">Your plan ends on ${day(cancelAt)}.</p>
<form method="post" action="${path}/resume/${id}" data-once><button class="button" type="submit">Keep my plan</button></form>`;
  }
  const next = Math.min(...subscription.items.map((item) => item.currentPeriodEnd));
  return html`<p>Renews on ${day(next)}.</p>
<p><a class="button quiet" href="${path}/cancel/${id}">Cancel plan</a></p>`;
}

function cardPanel(
  { store }: Context,
  path: string,
  subscription: Subscription | undefined,
  customer: Customer,
): Html {
  const id = subscription?.defaultPaymentMethod ?? customer.defaultPaymentMethod;
  const card = id === null ? undefined : store.paymentMethods.get(id)?.card;
  const described =
    card &&
    `${BRAND_NAMES[testCardByName(card.testCard).brand]} ending in ${card.last4}, expires ${card.expMonth}/${card.expYear}`;
  return html`<section class="panel" aria-labelledby="card-title">
<h2 id="card-title">Payment method</h2>
<p>${described ?? 'No card is saved.'}</p>
<p><a class="button quiet" href="${path}/card">Change card</a></p>
</section>`;
}

const INVOICE_STATUS: Readonly<Record<Invoice['status'], string>> = {
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

/** Asks whether to cancel, and when. */
export function cancelPage(context: Context, session: PortalSession, subscription: Subscription): string {
  const path = portalPath(context, session);
  const end = Math.min(...subscription.items.map((item) => item.currentPeriodEnd));
  const body = html`<main class="plain">
<h1>Cancel your plan?</h1>
<p>At the end of the period you keep what you have paid for until ${day(end)}. If you cancel now, your plan ends at once.</p>
<form method="post" action="${path}/cancel/${subscription.id}" class="actions" data-once>
<button class="button" type="submit" name="when" value="period_end">Cancel at period end</button>
<button class="button danger" type="submit" name="when" value="now">Cancel now</button>
<a class="button quiet" href="${path}">Go back</a>
</form>
</main>`;
  return layout({
    title: 'Cancel your plan',
    pagesPath: context.settings.pagesPath,
    scripts: ['once.ts'],
    body,
  });
}
