import { rejected } from '../errors/api-error.ts';
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
export function readAutomaticMethods({
  allowed_payment_method_types: types,
  automatic_payment_methods: given,
}: Given): AutomaticMethods | undefined {
  if (given?.enabled === false || (given === undefined && types !== undefined)) return undefined;
  const redirects = { allowRedirects: given?.allow_redirects ?? 'always' } as const;
  return given === undefined ? redirects : { ...redirects, requested: true };
}

/** Methods that redirect need an address to return to, whichever method is used in the end. */
export function requireReturnUrl(
  kind: 'PaymentIntent' | 'SetupIntent',
  { automaticMethods: methods }: { readonly automaticMethods?: AutomaticMethods },
  returnUrl: string | null | undefined,
): void {
  if (returnUrl != null || methods?.requested !== true || methods.allowRedirects === 'never') return;
  throw rejected(
    `This ${kind} is configured to accept payment methods enabled in your Dashboard. Because some of these payment methods might redirect your customer off of your page, you must provide a \`return_url\`. If you don't want to accept redirect-based payment methods, set \`automatic_payment_methods[enabled]\` to \`true\` and \`automatic_payment_methods[allow_redirects]\` to \`never\` when creating Setup Intents and Payment Intents.`,
  );
}
