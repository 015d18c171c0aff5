import { object } from '../params/composite.ts';
import { flag, oneOf, optional, type ReadValue } from '../params/reader.ts';
import type { AutomaticMethods } from '../state/payment-entities.ts';

export const automaticMethodsParam = optional(
  object({ allow_redirects: optional(oneOf('always', 'never')), enabled: flag }),
);

interface Given {
  readonly allowed_payment_method_types?: readonly string[] | undefined;
  readonly automatic_payment_methods?: ReadValue<typeof automaticMethodsParam>;
}

/** On unless the request turns them off or names payment methods. */
export function automaticMethodsOf({
  allowed_payment_method_types: types,
  automatic_payment_methods: given,
}: Given): AutomaticMethods | undefined {
  if (given?.enabled === false || (given === undefined && types !== undefined)) return undefined;
  return { allowRedirects: given?.allow_redirects ?? 'always' };
}
