import type { Context } from '../../kinds/context.ts';
import type { AskedField, AskedName } from '../../pages/asked-field.ts';
import { answerProblem, phoneNumber } from '../../pages/browser-scripts/answer-rules.ts';
import type { CheckoutSession } from '../checkout-entities.ts';
import type { CollectedDetails } from '../custom-fields.ts';
import { addressAnswered, addressProblems } from './address-fields.ts';
import { chosenIn } from './amount-field.ts';
import { askedFields, customFieldName } from './asked-fields.ts';
import { businessAnswered, businessProblems } from './business-fields.ts';
import { namesAnswered } from './name-fields.ts';
import { shippingAnswered, shippingProblems } from './shipping-fields.ts';

export type AnswersReading = { readonly shownAgain: Readonly<Record<string, string>> } & (
  | { readonly valid: true; readonly collected: CollectedDetails }
  | { readonly valid: false; readonly errors: Readonly<Partial<Record<AskedName, string>>> }
);

/** Reads the answers beyond the card, ignoring other form fields. */
export function readAnswers(
  context: Context,
  session: CheckoutSession,
  form: URLSearchParams,
): AnswersReading {
  const value = (name: AskedName) => (form.get(name) ?? '').trim();
  const asked = askedFields(context, session);
  const errors: Partial<Record<AskedName, string>> = {
    ...addressProblems(session, value),
    ...businessProblems(context, session, value),
    ...shippingProblems(session, value),
  };
  for (const field of asked) {
    const problem = findProblem(field, value(field.name));
    if (problem !== undefined) errors[field.name] = problem;
  }
  const shownAgain = Object.fromEntries(asked.map(({ name }) => [name, value(name)]));
  if (Object.keys(errors).length > 0) return { valid: false, errors, shownAgain };
  const { phone_number_collection: asksPhone, custom_fields = [] } = session.options.shown;
  const answers = custom_fields.map((field) => [field.key, value(customFieldName(field)) || null] as const);
  const address = addressAnswered(session, value);
  const business = businessAnswered(context, session, value);
  const shipping = shippingAnswered(session, value);
  const names = namesAnswered(session, value);
  const amount = chosenIn(context, session, form);
  return {
    valid: true,
    shownAgain,
    collected: {
      phone: asksPhone?.enabled ? phoneNumber(value('phone')) : null,
      custom_fields: Object.fromEntries(answers),
      promotions: value('promotions') !== '',
      ...(address && { address }),
      ...(business && { business }),
      ...(shipping && { shipping }),
      ...(amount !== null && { amount }),
      ...(session.shipping_options.length && { shipping_rate: value('shipping_rate') }),
      ...(names && { names }),
    },
  };
}

function findProblem({ rule, options = [] }: AskedField, answer: string): string | undefined {
  const isOffered =
    rule.kind !== 'dropdown' || answer === '' || options.some(({ value }) => value === answer);
  return isOffered ? answerProblem(rule, answer) : 'Select one of the options.';
}
