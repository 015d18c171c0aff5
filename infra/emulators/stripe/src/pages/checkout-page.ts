import type { Context } from '../context.ts';
import type { CheckoutSession } from '../state/checkout-entities.ts';
import { found, requirePrice } from '../wire/require.ts';
import { cardForm, type FormErrors } from './card-form.ts';
import { type Html, html } from './html.ts';
import { layout } from './layout.ts';
import { money, rhythm } from './money.ts';
import { pricedItem } from './priced-item.ts';
import { testCardList } from './test-card-list.ts';

export interface CheckoutPageInput {
  readonly session: CheckoutSession;
  /** What was filled in before and is shown again; never anything of the card. */
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
}

export function checkoutPage(context: Context, { session, given, errors = {} }: CheckoutPageInput): string {
  const { pagesPath } = context.settings;
  const body = html`<main class="checkout">
${summary(context, session)}
<section class="payment" aria-labelledby="payment-title">
<h2 id="payment-title">Payment</h2>
${cardForm({
  action: `${pagesPath}/c/pay/${session.id}`,
  submitLabel: 'Subscribe',
  email: { value: given?.email ?? knownEmail(context, session) },
  name: given?.name ?? '',
  postalCode: given?.postal_code ?? '',
  errors,
})}
<p class="fine-print">You authorize the charge of ${total(session)} now and at the start of every following period, until you cancel.</p>
${testCardList()}
</section>
</main>`;
  return layout({ title: 'Checkout', pagesPath, scripts: ['checkout.ts'], body });
}

function knownEmail({ store }: Context, session: CheckoutSession): string {
  return session.customerEmail ?? store.customers.get(session.customer ?? '')?.email ?? '';
}

function total(session: CheckoutSession): string {
  return money(session.amountTotal, session.currency);
}

function summary({ store }: Context, session: CheckoutSession): Html {
  const first = requirePrice(store, session.lineItems[0]?.price ?? '');
  const product = found(store.products.get(first.product), `product ${first.product}`);
  const items = session.lineItems.map((item) => {
    const { name, price } = pricedItem(store, item);
    const count = item.quantity > 1 && html`<span class="quantity">× ${item.quantity}</span>`;
    return html`<li><span>${name} ${count}</span><span>${price}</span></li>`;
  });
  return html`<section class="summary" aria-labelledby="summary-title">
${session.cancelUrl !== null && html`<a class="back" href="${session.cancelUrl}"><span aria-hidden="true">←</span> Back</a>`}
<h1 id="summary-title">Subscribe to ${product.name}</h1>
<p class="price"><span class="amount">${total(session)}</span> <span class="rhythm">${rhythm(first.recurring)}</span></p>
${product.description !== null && html`<p class="description">${product.description}</p>`}
<ul class="items">${items}</ul>
<p class="total"><span>Total due today</span><span>${total(session)}</span></p>
</section>`;
}
