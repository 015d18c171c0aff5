import { type Html, html } from '@outharbor/emulator-kit/html';
import { discountName } from '../../billing/invoices/discounted-lines.ts';
import { findTrialEnd } from '../../billing/subscriptions/billing-cycle-anchor.ts';
import { summedTaxes } from '../../billing/tax/tax.ts';
import { billingInterval } from '../../catalogue/period-text.ts';
import { requirePrice } from '../../catalogue/price.ts';
import { computeCost } from '../../catalogue/price-cost.ts';
import { taxName } from '../../catalogue/tax-rate.ts';
import { accountName, type Context, requireFound } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import type { Store } from '../../kinds/store/store.ts';
import { fieldError } from '../../pages/field.ts';
import type { CheckoutSession, LineItem } from '../checkout-entities.ts';
import { findAnchorTime, itemPrice, priceLines, splitByRecurrence } from '../price-lines.ts';
import { computeShippingCost } from '../shipping-cost.ts';
import { formatTotal, sessionPath } from './session-text.ts';

export function pricedItem(
  store: Store,
  item: Pick<LineItem, 'chosenAmount' | 'price' | 'quantity'>,
  currency?: string | null,
) {
  const price = itemPrice(store, item, currency);
  const amount = money(computeCost(price, item.quantity), price.currency);
  return {
    name: store.products.get(price.product)?.name ?? price.id,
    // `$49.00 per month`
    price: `${amount} ${billingInterval(price.recurring)}`,
  };
}

export function orderSummary(context: Context, session: CheckoutSession, codeProblem: string | null): Html {
  return html`<section class="summary" aria-labelledby="summary-title">
${session.cancel_url !== null && html`<a class="back" href="${session.cancel_url}"><span aria-hidden="true">←</span> Back</a>`}
<p class="merchant">${session.options.shown.branding_settings?.display_name ?? accountName(context)}</p>
${session.mode === 'setup' ? html`<h1 id="summary-title">Save your card</h1>` : order(context, session, codeProblem)}
</section>`;
}

function order(context: Context, session: CheckoutSession, codeProblem: string | null): Html {
  const { store } = context;
  const { recurring, once } = splitByRecurrence(context, session);
  const first = requirePrice(store, (recurring[0] ?? once[0])?.price ?? '');
  const product = requireFound(store.products.get(first.product), `product ${first.product}`);
  const days = trialDays(context, session);
  const verb = days !== null ? 'Try' : session.mode === 'subscription' ? 'Subscribe to' : 'Pay for';
  const isMixed = recurring.length > 0 && once.length > 0;
  return html`<h1 id="summary-title">${verb} ${product.name}</h1>
${days !== null && !isMixed ? html`<p class="price"><span class="amount">${days} ${days === 1 ? 'day' : 'days'} free</span></p>` : html`<p class="price"><span class="amount">${formatTotal(session)}</span> <span class="rhythm">${isMixed || findAnchorTime(context, session) !== null ? 'today' : session.mode === 'subscription' && billingInterval(first.recurring)}</span></p>`}
${product.description !== null && html`<p class="description">${product.description}</p>`}
<ul class="items">${session.line_items.map((item) => itemRow(context, session, item))}</ul>
${offers(context, session)}
${amounts(context, session)}
${session.options.shown.allow_promotion_codes === true && codeForm(context, session, codeProblem)}
<p class="total"><span>Total due today</span><span>${formatTotal(session)}</span></p>`;
}

/** Days of the trial, begun ones included; null without a trial. */
function trialDays(context: Context, { options, test_clock }: CheckoutSession): number | null {
  const now = context.time.now(test_clock);
  const end = findTrialEnd(options, now);
  return end === null ? null : Math.ceil((end - now) / 86_400);
}

function line(context: Context, { currency }: CheckoutSession, item: Parameters<typeof pricedItem>[1]): Html {
  const { name, price } = pricedItem(context.store, item, currency);
  const count = item.quantity > 1 && html`<span class="quantity">× ${item.quantity}</span>`;
  return html`<li><span>${name} ${count}</span><span>${price}</span></li>`;
}

function itemRow(context: Context, session: CheckoutSession, item: LineItem): Html {
  const { name } = pricedItem(context.store, item, session.currency);
  return html`${line(context, session, item)}
${item.adjustable_quantity !== undefined && quantityForm(context, session, item)}
${item.isOptional === true && html`<li>${optionalForm(context, session, item.price, `Remove ${name}`)}</li>`}`;
}

/** What the visitor can add to the order. */
function offers(context: Context, session: CheckoutSession): Html | false {
  const { line_items, options } = session;
  const isAdded = (price: string) =>
    line_items.some((item) => item.isOptional === true && item.price === price);
  const offered = (options.shown.optional_items ?? []).filter(({ price }) => !isAdded(price));
  if (offered.length === 0) return false;
  const rows = offered.map((item) => {
    const { name } = pricedItem(context.store, item, session.currency);
    return html`${line(context, session, item)}
<li>${optionalForm(context, session, item.price, `Add ${name}`)}</li>`;
  });
  return html`<h2 class="offers" id="offers">Add to your order</h2>
<ul class="items" aria-labelledby="offers">${rows}</ul>`;
}

function optionalForm(context: Context, session: CheckoutSession, price: string, label: string): Html {
  return html`<form class="inline" method="post" action="${sessionPath(context, session)}/optional" data-once>
<button class="button quiet" type="submit" name="price" value="${price}">${label}</button></form>`;
}

function quantityForm(context: Context, session: CheckoutSession, item: LineItem): Html | false {
  if (item.adjustable_quantity === undefined) return false;
  const { minimum, maximum } = item.adjustable_quantity;
  return html`<li><form class="inline" method="post" action="${sessionPath(context, session)}/quantity" data-once>
<input type="hidden" name="item" value="${item.id}">
<label for="quantity-${item.id}">Quantity</label>
<input id="quantity-${item.id}" name="quantity" type="number" min="${Math.max(minimum, 1)}" max="${maximum}" step="1" value="${item.quantity}" required>
<button class="button quiet" type="submit">Update</button></form></li>`;
}

function amounts(context: Context, session: CheckoutSession): Html | false {
  const lines = priceLines(context, session);
  const shipping = computeShippingCost(context, session);
  const taxes = summedTaxes([...lines.flatMap((line) => line.taxes), ...(shipping?.taxes ?? [])]);
  if (session.amount_discount === 0 && taxes.length === 0 && shipping === null) return false;
  const currency = session.currency ?? '';
  const subtotal = lines.reduce((sum, line) => sum + line.subtotal, 0);
  return html`<p class="subtotal"><span>Subtotal</span><span>${money(subtotal, currency)}</span></p>
${session.amount_discount > 0 && html`<p class="subtotal"><span>${session.discount && discountName(context, session.discount)}</span><span>−${money(session.amount_discount, currency)}</span></p>`}
${shipping && html`<p class="subtotal"><span>Shipping</span><span>${money(shipping.rate.amount, currency)}</span></p>`}
${taxes.map((tax) => html`<p class="subtotal"><span>${taxName(context, tax)}</span><span>${money(tax.amount, currency)}</span></p>`)}`;
}

function codeForm(context: Context, session: CheckoutSession, problem: string | null): Html {
  const { store } = context;
  const path = `${sessionPath(context, session)}/code`;
  const code = store.promotionCodes.get(session.discount?.promotion_code ?? '')?.code;
  if (code !== undefined) {
    return html`<form class="inline" method="post" action="${path}" data-once>
<p>${code} is applied.</p><button class="button quiet" type="submit" name="remove" value="${code}">Remove</button></form>`;
  }
  return html`<form class="inline" method="post" action="${path}" data-once>
<label for="code">Promotion code</label>
<input id="code" name="code" type="text" autocomplete="off" required aria-describedby="code-error"${problem !== null && html` aria-invalid="true"`}>
<button class="button quiet" type="submit">Apply</button>
${fieldError('code', problem)}</form>`;
}
