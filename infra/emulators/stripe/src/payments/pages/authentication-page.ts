import { html } from '@outharbor/emulator-kit/html';
import type { Context } from '../../kinds/context.ts';
import { money } from '../../kinds/money.ts';
import { layout } from '../../pages/layout.ts';
import type { PaymentIntent, SetupIntent } from '../payment-entities.ts';

/** The bank's authentication step; the answer is posted to `path`. */
export function authenticationPage(
  context: Context,
  intent: PaymentIntent | SetupIntent,
  path: string,
): string {
  const last4 = context.store.paymentMethods.get(intent.payment_method ?? '')?.card.last4;
  const [title, asked] =
    'amount' in intent
      ? ['Authenticate your payment', money(intent.amount, intent.currency)]
      : ['Authenticate your card', 'that it may be kept for later payments'];
  const body = html`<main class="plain authentication">
<h1>${title}</h1>
<p>The bank of the card ending in ${last4} asks you to confirm ${asked}. Choose how this test goes.</p>
<form method="post" action="${path}" class="actions" data-once>
<button type="submit" class="button" name="result" value="complete">Complete</button>
<button type="submit" class="button quiet" name="result" value="fail">Fail</button>
</form>
</main>`;
  return layout(context, { title, scripts: ['once.ts', 'framed.ts'], body });
}
