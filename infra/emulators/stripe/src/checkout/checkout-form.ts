import { missingParameter, notSupported, rejected } from '../description/api-error.ts';
import type { ReadFields } from '../kinds/params/composite.ts';
import { oneOf, optional } from '../kinds/params/reader.ts';
import type { NewSession } from './create-session.ts';
import { described } from './read-session-options.ts';

export const formFields = {
  ...described('cancel_url', 'redirect_on_completion', 'return_url', 'success_url'),
  ui_mode: optional(oneOf('hosted_page', 'embedded_page', 'elements', 'form')),
} as const;

/** What reading the form of a session looks at. */
interface FormParams extends Partial<ReadFields<typeof formFields>> {
  readonly allowed_payment_method_types?: unknown;
}

/** A hosted page leads to `success_url`; an embedded one, or elements, to `return_url`, or the app's page stays. */
export function readForm(params: FormParams): Pick<NewSession, 'success_url' | 'cancel_url' | 'embedding'> {
  const { ui_mode: mode = 'hosted_page', return_url } = params;
  const reject = (...names: (keyof FormParams)[]) => {
    const param = names.find((name) => params[name] !== undefined);
    if (param === undefined) return;
    throw rejected(`\`${param}\` cannot be used when \`ui_mode\` is \`${mode}\`.`, param);
  };
  if (mode === 'form') throw notSupported(`the ui_mode ${mode}`);
  if (mode === 'hosted_page') {
    reject('redirect_on_completion', 'return_url');
    if (params.success_url === undefined) throw missingParameter('success_url');
    return { success_url: params.success_url, cancel_url: params.cancel_url ?? null };
  }
  reject('cancel_url', 'success_url');
  const isElements = mode === 'elements';
  const { redirect_on_completion: redirect = 'always' } = params;
  if (redirect === 'never' && return_url !== undefined) {
    throw rejected('`return_url` cannot be used when `redirect_on_completion` is `never`.', 'return_url');
  }
  // Named types may be without redirects.
  const leaves = isElements ? params.allowed_payment_method_types === undefined : redirect !== 'never';
  if (leaves && return_url === undefined) throw missingParameter('return_url');
  const embedding = { redirect, return_url: return_url ?? null, ...(isElements && { isElements }) };
  return { success_url: null, cancel_url: null, embedding };
}
