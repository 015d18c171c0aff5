import { type Html, html } from '@outharbor/emulator-kit/html';
import type { CancellationFeedback, Subscription, SubscriptionItem } from '../../billing/billing-entities.ts';
import { endAt } from '../../billing/changes/item-periods.ts';
import { day } from '../../catalogue/period-text.ts';
import { pricedItem } from '../../checkout/pages/order-summary.ts';
import type { Settlement } from '../../customers/settlement.ts';
import { money } from '../../kinds/money.ts';
import { layout } from '../../pages/layout.ts';
import type { PortalProduct, UpdateFeature } from '../portal-entities.ts';
import { listChoices, type PlanChoice } from '../switch-plan.ts';
import { backAddress, backLink, type Visit } from './portal-visit.ts';

const REASONS: Readonly<Record<CancellationFeedback, string>> = {
  customer_service: 'Customer service was less than expected',
  low_quality: 'Quality was less than expected',
  missing_features: 'Some features are missing',
  other: 'Other reason',
  switched_service: 'I’m switching to a different service',
  too_complex: 'Ease of use was less than expected',
  too_expensive: 'It’s too expensive',
  unused: 'I don’t use the service enough',
};

export function cancelPage(visit: Visit, subscription: Subscription): string {
  const { context, configuration, path } = visit;
  const { cancellation_reason: asked, mode } = configuration.features.subscription_cancel;
  const end = endAt(subscription, subscription.flexible === undefined ? 'min_period_end' : 'max_period_end');
  const isNow = mode === 'immediately';
  const body = html`<main class="plain">
<h1>Cancel your plan?</h1>
<p>${isNow ? 'Your plan ends at once.' : `You keep what you have paid for until ${day(end)}.`}</p>
<form method="post" action="${path}/cancel/${subscription.id}" data-once>
${asked.enabled && reasons(asked.options)}
<p class="actions">
<button class="button${isNow && ' danger'}" type="submit">${isNow ? 'Cancel now' : 'Cancel at period end'}</button>
<a class="button quiet" href="${backAddress(visit)}">Go back</a>
</p>
</form>
</main>`;
  return layout(context, { title: 'Cancel your plan', scripts: ['once.ts'], body });
}

function reasons(offered: readonly CancellationFeedback[]): Html {
  const options = offered.map(
    (reason) =>
      html`<p class="choice"><input type="radio" id="${reason}" name="feedback" value="${reason}"><label for="${reason}">${REASONS[reason]}</label></p>`,
  );
  return html`<fieldset class="choices"><legend>Why do you cancel? (optional)</legend>${options}</fieldset>
<div class="field"><label for="comment">Comment (optional)</label><input id="comment" name="comment" type="text" maxlength="500"></div>`;
}

export interface SwitchInput {
  readonly subscription: Subscription;
  readonly item: SubscriptionItem;
}

export function switchPage(
  visit: Visit,
  { subscription, item }: SwitchInput,
  problem: string | null,
): string {
  const { context, configuration, path } = visit;
  const { subscription_update: update } = configuration.features;
  const choices = listChoices(context, update, { ...item, currency: subscription.currency });
  const options = choices.map(({ price }) => {
    const { name, price: amount } = pricedItem(context.store, { price, quantity: 1 }, subscription.currency);
    const isCurrent = price === item.price;
    return html`<p class="choice"><input type="radio" id="${price}" name="price" value="${price}" required${isCurrent && html` checked`}><label for="${price}">${name}, ${amount}${isCurrent && ' (current plan)'}</label></p>`;
  });
  const body = html`<main class="plain">
${backLink(visit)}
<h1>Change plan</h1>
${problem !== null && html`<p class="notice" role="alert">${problem}</p>`}
<form method="get" action="${path}/confirm/${subscription.id}">
<fieldset class="choices"><legend>Plans</legend>${options}</fieldset>
${quantityField(update, choices, item)}
<p class="actions"><button class="button" type="submit">Continue</button></p>
</form>
</main>`;
  return layout(context, { title: 'Change plan', body });
}

function quantityField(
  { default_allowed_updates: allowed }: UpdateFeature,
  choices: readonly { readonly product: PortalProduct }[],
  { quantity }: SubscriptionItem,
): Html | false {
  const isAdjustable = choices.some(({ product }) => product.adjustable_quantity.enabled);
  if (!allowed.includes('quantity') || !isAdjustable) return false;
  return html`<div class="field"><label for="quantity">Quantity</label><input id="quantity" name="quantity" type="number" min="0" step="1" value="${quantity}" required></div>`;
}

interface ConfirmedChoice extends PlanChoice {
  /** What is billed today, or the time of a deferred switch in Unix seconds. */
  readonly consequence: { readonly billed: Settlement } | { readonly at: number };
}

export function confirmPage(
  visit: Visit,
  { subscription, item }: SwitchInput,
  choice: ConfirmedChoice,
): string {
  const { context, path } = visit;
  const line = (label: string, shown: { readonly price: string; readonly quantity: number }) => {
    const { name, price } = pricedItem(context.store, shown, subscription.currency);
    return html`<div><dt>${label}</dt><dd>${name}${shown.quantity !== 1 && ` × ${shown.quantity}`}, ${price}</dd></div>`;
  };
  const back = visit.session.flow?.type === 'subscription_update_confirm' ? backAddress(visit) : path;
  const body = html`<main class="plain">
<h1>Confirm your new plan</h1>
<dl class="changes">${line('Current plan', item)}${line('New plan', choice)}${describeConsequence(choice, subscription.currency)}</dl>
<form method="post" action="${path}/confirm/${subscription.id}" data-once>
<input type="hidden" name="price" value="${choice.price}"><input type="hidden" name="quantity" value="${choice.quantity}">
<p class="actions"><button class="button" type="submit">Confirm</button>
<a class="button quiet" href="${back}">Go back</a></p>
</form>
</main>`;
  return layout(context, { title: 'Confirm your new plan', scripts: ['once.ts'], body });
}

function describeConsequence({ consequence }: ConfirmedChoice, currency: string): Html {
  if ('billed' in consequence) return dueToday(consequence.billed, currency);
  return html`<div><dt>Changes on</dt><dd>${day(consequence.at)}, nothing is due today</dd></div>`;
}

function dueToday({ amount_due, starting_balance, ending_balance }: Settlement, currency: string): Html {
  const credited = starting_balance - ending_balance;
  const credit =
    credited > 0 &&
    amount_due === 0 &&
    html`, and ${money(credited, currency)} is credited to your next payments`;
  return html`<div><dt>Due today</dt><dd>${money(amount_due, currency)}${credit}</dd></div>`;
}
