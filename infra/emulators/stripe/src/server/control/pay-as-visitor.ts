import { outOfMemory } from '../../calls/fault-layer.ts';
import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import { checkoutSessionWire, requireSession } from '../../checkout/checkout-session.ts';
import { collectDetails } from '../../checkout/collect-details.ts';
import type { CollectedDetails } from '../../checkout/custom-fields.ts';
import { EXAMPLE_POSTAL_CODE } from '../../checkout/pages/address-fields.ts';
import { askedFields } from '../../checkout/pages/asked-fields.ts';
import { readAnswers } from '../../checkout/pages/read-answers.ts';
import {
  completeWithoutMethod,
  finishAuthentication,
  knownEmail,
  needsNoMethod,
  type PaymentOutcome,
  paySession,
} from '../../checkout/pay-session.ts';
import { startingNow } from '../../checkout/price-lines.ts';
import { testCardByName, testCardByNumber } from '../../customers/methods/test-cards.ts';
import type { Context } from '../../kinds/context.ts';
import { written } from '../../kinds/versions/in-version.ts';
import { type AskedField, type AskedName, TICKED } from '../../pages/asked-field.ts';
import type { Account } from '../emulated-accounts.ts';
import type { PayRequest } from './control-bodies.ts';
import type { PayResult } from './control-types.ts';

/** Acts like a visitor on the page: pays with a test card and authenticates if required. */
export function payAsVisitor(account: Account, sessionId: string, request: PayRequest): PayResult {
  const rejection = outOfMemory(account.settings);
  if (rejection !== null) throw rejection;
  account.catchUp();
  const { context } = account.modeWith(({ store }) => store.sessions.get(sessionId) !== undefined);
  return context.store.transact(() => {
    const paid = payOrComplete(context, requireSession(context, sessionId), request);
    const outcome = authenticated(context, sessionId, paid, request);
    const session = written(context, checkoutSessionWire(context, requireSession(context, sessionId)));
    const { result } = outcome;
    if (result !== 'declined') return { result, session, failure: null };
    const { code, decline_code: declineCode, message } = outcome.failure;
    return { result, session, failure: { code, declineCode, message } };
  });
}

function authenticated(
  context: Context,
  sessionId: string,
  paid: PaymentOutcome,
  { authentication }: PayRequest,
): PaymentOutcome {
  if (paid.result !== 'authentication_required' || authentication === undefined) return paid;
  return finishAuthentication(context, requireSession(context, sessionId), authentication === 'complete');
}

function payOrComplete(context: Context, opened: CheckoutSession, request: PayRequest): PaymentOutcome {
  const { card } = request;
  const answers = visitorAnswers(context, opened, request);
  const session = collectDetails(context, startingNow(context, opened), answers);
  const visitor = createVisitor(context, session, request);
  if (card !== undefined)
    return paySession(context, session, { ...requireCard(context, session, card), ...visitor });
  if (needsNoMethod(session)) return completeWithoutMethod(context, session, visitor);
  throw new RangeError('the session requires a payment method: specify a card');
}

function requireCard(context: Context, session: CheckoutSession, card: string) {
  return {
    card: testCardByNumber(card) ?? testCardByName(card),
    exp_month: 12,
    exp_year: new Date(context.time.now(session.test_clock) * 1000).getUTCFullYear() + 3,
  };
}

function createVisitor(context: Context, session: CheckoutSession, request: PayRequest) {
  return {
    email: request.email ?? knownEmail(context, session) ?? 'customer@example.com',
    name: request.name ?? 'Test Customer',
    postal_code: postalCodeIn(request),
  };
}

/**
 * A visitor's answers other than the card: from the request, or else prefilled or acceptable values. Throws a
 * RangeError for a value that the page rejects and for a field that the session does not collect.
 */
function visitorAnswers(context: Context, session: CheckoutSession, request: PayRequest): CollectedDetails {
  const asked = askedFields(context, session);
  const given = new Map(Object.entries(givenIn(request)));
  for (const [name, value] of given) {
    if (value !== '' && !asked.some((field) => field.name === name))
      throw new RangeError(`the session does not collect ${name}`);
  }
  if (request.business !== undefined) given.set('business', TICKED);
  const answers = asked.map((field): [AskedName, string] => [
    field.name,
    given.get(field.name) ?? (field.value || acceptableAnswer(field)),
  ]);
  // The postal code is that of the card.
  const form = { ...Object.fromEntries(answers), postal_code: postalCodeIn(request) };
  const reading = readAnswers(context, session, new URLSearchParams(form));
  if (reading.valid) return reading.collected;
  const [[name, problem] = []] = Object.entries(reading.errors);
  throw new RangeError(`the page rejects ${name}: ${problem}`);
}

function postalCodeIn({ postalCode }: PayRequest): string {
  return postalCode ?? EXAMPLE_POSTAL_CODE;
}

function givenIn(request: PayRequest): Record<string, string> {
  const { amount, phone, customFields = {}, consent = {}, address, business, shipping, names } = request;
  const { promotions, termsOfService } = consent;
  const ticked = (box: boolean) => (box ? TICKED : '');
  return {
    // In a country without states, an example state would be wrong.
    ...(address !== undefined && { state: '', ...address }),
    ...(shipping !== undefined && shippingIn(shipping)),
    ...(names?.business !== undefined && { collected_business_name: names.business }),
    ...(names?.individual !== undefined && { individual_name: names.individual }),
    ...(business !== undefined && businessIn(business)),
    ...(phone !== undefined && { phone }),
    ...(amount !== undefined && { amount }),
    ...Object.fromEntries(Object.entries(customFields).map(([key, answer]) => [`custom_${key}`, answer])),
    ...(promotions !== undefined && { promotions: ticked(promotions) }),
    ...(termsOfService !== undefined && { terms_of_service: ticked(termsOfService) }),
  };
}

function shippingIn({ name, rate, address }: NonNullable<PayRequest['shipping']>): Record<string, string> {
  const parts = address === undefined ? [] : Object.entries({ state: '', ...address });
  return {
    ...(name !== undefined && { shipping_name: name }),
    ...(rate !== undefined && { shipping_rate: rate }),
    ...Object.fromEntries(parts.map(([part, value]) => [`shipping_${part}`, value])),
  };
}

function businessIn({ name, taxId }: NonNullable<PayRequest['business']>): Record<string, string> {
  return {
    business_name: name,
    ...(taxId !== undefined && { tax_id_type: taxId.type, tax_id: taxId.value }),
  };
}

function acceptableAnswer({ rule, options, example }: AskedField): string {
  if (example !== undefined) return example;
  if (rule.optional) return '';
  switch (rule.kind) {
    case 'phone':
      return '+12015550123';
    case 'dropdown':
      return options?.[0]?.value ?? '';
    case 'numeric':
      return '1'.repeat(rule.minimum ?? 1);
    case 'text':
      return 'Test'.padEnd(rule.minimum ?? 4, ' answer').slice(0, rule.maximum ?? undefined);
    default:
      return TICKED;
  }
}
