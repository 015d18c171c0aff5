import { type Html, html } from '@outharbor/emulator-kit/html';
import type { CancellationFeedback, Subscription } from '../../billing/billing-entities.ts';
import { endAt } from '../../billing/changes/item-periods.ts';
import { day } from '../../catalogue/period-text.ts';
import { layout } from '../../pages/layout.ts';
import { backAddress, type Visit } from './portal-visit.ts';

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
