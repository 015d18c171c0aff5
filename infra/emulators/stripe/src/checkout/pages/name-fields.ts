import { type AnswerTo, type AskedField, OPTIONAL, REQUIRED } from '../../pages/asked-field.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import type { CollectedNames } from '../custom-fields.ts';

const NAMES = [
  {
    kind: 'individual',
    name: 'individual_name',
    label: 'Full name',
    autocomplete: 'name',
    example: 'Test Customer',
  },
  {
    kind: 'business',
    name: 'collected_business_name',
    label: 'Business name',
    autocomplete: 'organization',
    example: 'Test Company',
  },
] as const;

export function nameFields({ options, collected }: CheckoutSession): readonly AskedField[] {
  return NAMES.flatMap(({ kind, label, ...field }): readonly AskedField[] => {
    const asked = options.shown.name_collection?.[kind];
    if (!asked?.enabled) return [];
    const { example, ...shown } = field;
    const isOptional = asked.optional;
    return [
      {
        ...shown,
        label: isOptional ? `${label} (optional)` : label,
        rule: { ...(isOptional ? OPTIONAL : REQUIRED), maximum: 150 },
        value: collected?.names?.[kind] ?? '',
        group: 'contact',
        ...(!isOptional && { example }),
      },
    ];
  });
}

/** The names to store; undefined if the session collects none. */
export function namesAnswered({ options }: CheckoutSession, answerTo: AnswerTo): CollectedNames | undefined {
  const { business, individual } = options.shown.name_collection ?? {};
  if (!business?.enabled && !individual?.enabled) return undefined;
  return {
    business: answerTo('collected_business_name') || null,
    individual: answerTo('individual_name') || null,
  };
}
