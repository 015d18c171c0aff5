import { taxIdProblems, taxIdTypes } from '../../customers/pages/tax-id-options.ts';
import { listTaxIdTypes } from '../../customers/tax-id.ts';
import type { Context } from '../../kinds/context.ts';
import { type AnswerTo, type AskedField, type AskedName, OPTIONAL, TICKED } from '../../pages/asked-field.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import type { Business } from '../custom-fields.ts';
import { requiresTaxId } from '../session-options.ts';
import { knownAddress } from './address-fields.ts';

/** Not collected if the customer already has a tax id. */
export function asksForTaxId({ store }: Context, { customer, options }: CheckoutSession): boolean {
  const tax_ids = store.customers.get(customer ?? '')?.hidden.tax_ids ?? [];
  return options.shown.tax_id_collection?.enabled === true && tax_ids.length === 0;
}

/**
 * The fields are individually optional: whether they are required depends on the country and the checkbox.
 */
export function businessFields(context: Context, session: CheckoutSession): readonly AskedField[] {
  if (!asksForTaxId(context, session)) return [];
  const { business } = session.collected ?? {};
  const isRequired = requiresTaxId(session.options);
  const [type = ''] = listTaxIdTypes(knownAddress(context, session)?.country ?? 'US');
  const base = { group: 'business', rule: OPTIONAL } as const;
  const box: AskedField = {
    ...base,
    name: 'business',
    label: 'I’m purchasing as a business',
    rule: { ...OPTIONAL, kind: 'choice' },
    value: business === undefined ? '' : TICKED,
  };
  return [
    ...(isRequired ? [] : [box]),
    {
      ...base,
      name: 'business_name',
      label: 'Business name',
      autocomplete: 'organization',
      value: business?.name ?? '',
      ...(isRequired && { example: 'Test Company' }),
    },
    {
      ...base,
      name: 'tax_id_type',
      label: 'Type of tax ID',
      rule: { ...OPTIONAL, kind: 'dropdown' },
      value: business?.tax_id?.type ?? type,
      options: taxIdTypes(),
    },
    {
      ...base,
      name: 'tax_id',
      label: 'Tax ID',
      value: business?.tax_id?.value ?? '',
      // Stripe's test value for a verified tax id.
      ...(isRequired && { example: '000000000' }),
    },
  ];
}

/** A tax id is required only if the country has one. */
function buysForBusiness(context: Context, session: CheckoutSession, answerTo: AnswerTo): boolean {
  if (!asksForTaxId(context, session)) return false;
  return requiresTaxId(session.options)
    ? listTaxIdTypes(answerTo('country')).length > 0
    : answerTo('business') !== '';
}

/** Cross-field errors of the business, which depend on the country and the checkbox. */
export function businessProblems(
  context: Context,
  session: CheckoutSession,
  answerTo: AnswerTo,
): Partial<Record<AskedName, string>> {
  if (!buysForBusiness(context, session, answerTo)) return {};
  const types = listTaxIdTypes(answerTo('country'));
  const given = { type: answerTo('tax_id_type'), value: answerTo('tax_id') };
  return {
    ...(answerTo('business_name') === '' && { business_name: 'Enter the name of your business.' }),
    ...(types.length > 0 && taxIdProblems(types, given)),
  };
}

/** The business to store; undefined if the visitor buys for none. */
export function businessAnswered(
  context: Context,
  session: CheckoutSession,
  answerTo: AnswerTo,
): Business | undefined {
  if (!buysForBusiness(context, session, answerTo)) return undefined;
  const hasTypes = listTaxIdTypes(answerTo('country')).length > 0;
  const tax_id = { type: answerTo('tax_id_type'), value: answerTo('tax_id') };
  return { name: answerTo('business_name'), tax_id: hasTypes ? tax_id : null };
}
