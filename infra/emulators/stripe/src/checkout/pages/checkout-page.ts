import { type Html, html } from '@outharbor/emulator-kit/html';
import { REDIRECT_METHODS } from '../../customers/methods/redirect-methods.ts';
import { cardForm, testCardList } from '../../customers/pages/card-form.ts';
import type { Context } from '../../kinds/context.ts';
import type { AskedField, FormErrors } from '../../pages/asked-field.ts';
import { field, fieldError, group } from '../../pages/field.ts';
import { layout } from '../../pages/layout.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import { mayChangeTotal } from '../collect-details.ts';
import { knownEmail, needsNoMethod, redirectsOf, takes } from '../pay-session.ts';
import { askedFields } from './asked-fields.ts';
import { askedFieldsForm, type FilledIn } from './asked-fields-form.ts';
import { asksForTaxId } from './business-fields.ts';
import { orderSummary } from './order-summary.ts';
import { describeTerms, sessionPath, submitLabel } from './session-text.ts';

export interface CheckoutPageInput {
  readonly session: CheckoutSession;
  /** Previously entered values to show again; never card details. */
  readonly given?: Readonly<Record<string, string>>;
  readonly errors?: FormErrors;
  readonly codeProblem?: string | null;
}

export function checkoutPage(
  context: Context,
  { session, given, errors = {}, codeProblem = null }: CheckoutPageInput,
): string {
  const form = { session, ...(given && { given }), errors };
  const paysByCard = !needsNoMethod(session) && (redirectsOf(session).length === 0 || takes(session, 'card'));
  const scripts = paysByCard ? ['checkout.ts', 'once.ts'] : ['once.ts'];
  if (mayChangeTotal(session)) scripts.push('show-total.ts');
  if (asksForTaxId(context, session)) scripts.push('tax-id-types.ts');
  const body = html`<main class="checkout">
${orderSummary(context, session, codeProblem)}
<section class="payment" aria-labelledby="payment-title">
<h2 id="payment-title">Payment</h2>
${paysByCard ? payForm(context, form) : plainForm(context, form)}
${STRIPE_LINKS}
</section>
</main>`;
  return layout(context, {
    title: 'Checkout',
    scripts: session.embedding === undefined ? scripts : [...scripts, 'framed.ts'],
    body,
  });
}

function redirectButtons(session: CheckoutSession, errors: FormErrors): Html {
  const types = redirectsOf(session);
  return html`${types.length > 0 && fieldError('method', errors.method)}${types.map((type) => html`<button type="submit" class="button quiet" name="method" value="${type}">${session.mode === 'setup' ? 'Save' : 'Pay with'} ${REDIRECT_METHODS[type].name}</button>`)}`;
}

function payForm(context: Context, { session, given, errors = {} }: CheckoutPageInput): Html {
  const asked = askedFields(context, session);
  return html`${customText(session, 'submit')}
${cardForm({
  action: sessionPath(context, session),
  submitLabel: submitLabel(session),
  email: { value: given?.email ?? knownEmail(context, session) ?? '' },
  name: given?.name ?? '',
  postal_code: given?.postal_code ?? '',
  contact: contactForm(session, asked, { given, errors }),
  address: askedFieldsForm(inGroups(asked, ['address']), { given, errors }),
  namesBilling: inGroups(asked, ['shipping']).length > 0,
  more: askedFieldsForm(inGroups(asked, ['business', undefined]), { given, errors }),
  others: redirectButtons(session, errors),
  errors,
})}
${!hidesTerms(session) && html`<p class="fine-print" data-terms>${describeTerms(context, session)}</p>`}
${customText(session, 'after_submit')}
${testCardList()}`;
}

const STRIPE_LINKS = html`<p class="stripe-links"><span>Powered by <strong>stripe</strong>, emulated</span>
<a href="https://stripe.com/legal/end-users" target="_blank" rel="noopener noreferrer">Terms</a>
<a href="https://stripe.com/privacy" target="_blank" rel="noopener noreferrer">Privacy</a></p>`;

function inGroups(asked: readonly AskedField[], groups: readonly AskedField['group'][]) {
  return asked.filter(({ group }) => groups.includes(group));
}

function contactForm(session: CheckoutSession, asked: readonly AskedField[], filled: FilledIn): Html {
  const shipping = inGroups(asked, ['shipping']);
  const fields = html`${customText(session, 'shipping_address')}
${askedFieldsForm(shipping, filled)}`;
  return html`${askedFieldsForm(inGroups(asked, ['contact']), filled)}
${shipping.length > 0 && group('Shipping address', fields)}
${askedFieldsForm(inGroups(asked, ['shipping_method']), filled)}`;
}

/** A form without a card. */
function plainForm(context: Context, { session, given, errors = {} }: CheckoutPageInput): Html {
  const email = given?.email ?? knownEmail(context, session) ?? '';
  const asked = askedFields(context, session);
  const isFree = needsNoMethod(session);
  return html`${customText(session, 'submit')}
<form class="card-form" method="post" action="${sessionPath(context, session)}" data-once>
${field({ name: 'email', label: 'Email', value: email, type: 'email', autocomplete: 'email' }, errors.email)}
${field({ name: 'name', label: 'Name', value: given?.name ?? '', autocomplete: 'name' }, undefined)}
${contactForm(session, asked, { given, errors })}
${askedFieldsForm(inGroups(asked, ['address', 'business', undefined]), { given, errors })}
${isFree ? html`<button type="submit" class="pay"><span class="pay-label">${submitLabel(session)}</span></button>` : redirectButtons(session, errors)}
</form>
${isFree && html`<p class="fine-print">Nothing is charged today, and no card is needed.</p>`}
${customText(session, 'after_submit')}`;
}

/** Hidden if the merchant explains the card's reuse itself; in payment mode always shown. */
function hidesTerms({ mode, options }: CheckoutSession): boolean {
  return (
    mode !== 'payment' &&
    options.shown.consent_collection?.payment_method_reuse_agreement?.position === 'hidden'
  );
}

/** The merchant's text above the form or a section, or below. */
function customText(
  { options }: CheckoutSession,
  place: 'after_submit' | 'shipping_address' | 'submit',
): Html | false {
  const text = options.shown.custom_text?.[place];
  return text != null && html`<p class="fine-print">${text.message}</p>`;
}
