import { invalidRequest, unknownParameters } from '../../description/api-error.ts';
import { DESCRIPTION, findRemoval, operationName } from '../../description/description.ts';
import type { FormObject } from '../params/form.ts';
import { namesIn } from './former-names.ts';

/** Rejects parameters that the version no longer has. */
export function rejectRemoved(call: string, version: string, form: FormObject): void {
  const operation = operationName(call);
  // A call that was removed as a whole is unknown itself.
  if (DESCRIPTION.removed[operation] === undefined || DESCRIPTION.operations[operation] === undefined) return;
  const removed = [...namesIn(form)].filter((name) => (findRemoval(call, name) ?? '~') <= version);
  const [first, ...others] = removed.map((name) => name.replace(/(\[\d+\])+$/, ''));
  if (first === undefined) return;
  const isOfIntent = first === 'payment_method_types' && operation.includes('_intents');
  if (!isOfIntent) throw unknownParameters([...new Set([first, ...others])]);
  throw invalidRequest(
    '`payment_method_types` is no longer supported in this API version. Use `allowed_payment_method_types` instead.',
    { code: 'payment_method_types_no_longer_supported', param: first },
  );
}
