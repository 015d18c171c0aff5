import type { CheckoutSession } from '../../checkout/checkout-entities.ts';
import type { CollectedDetails } from '../../checkout/custom-fields.ts';
import { EXAMPLE_POSTAL_CODE } from '../../checkout/pages/address-fields.ts';
import { askedFields } from '../../checkout/pages/asked-fields.ts';
import { readAnswers } from '../../checkout/pages/read-answers.ts';
import type { Context } from '../../kinds/context.ts';
import { type AskedField, type AskedName, TICKED } from '../../pages/asked-field.ts';
import type { PayRequest } from './control-bodies.ts';

/**
 * A visitor's answers other than the card: from the request, or else prefilled or acceptable values. Throws a
 * RangeError for a value that the page rejects and for a field that the session does not collect.
 */
export function visitorAnswers(
  context: Context,
  session: CheckoutSession,
  request: PayRequest,
): CollectedDetails {
  const asked = askedFields(context, session);
  const given = new Map(Object.entries(givenIn(request)));
  for (const name of given.keys()) {
    if (!asked.some((field) => field.name === name))
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

export function postalCodeIn({ postalCode }: PayRequest): string {
  return postalCode ?? EXAMPLE_POSTAL_CODE;
}

function givenIn(request: PayRequest): Record<string, string> {
  const { phone, customFields = {}, consent = {}, address, business, shipping, names } = request;
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
      return options[0]?.value ?? '';
    case 'numeric':
      return '1'.repeat(rule.minimum ?? 1);
    case 'text':
      return 'Test'.padEnd(rule.minimum ?? 4, ' answer').slice(0, rule.maximum ?? undefined);
    default:
      return TICKED;
  }
}
