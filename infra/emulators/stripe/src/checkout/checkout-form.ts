import { missingParameter, notSupported, rejected } from '../description/api-error.ts';
import type { ReadFields } from '../kinds/params/composite.ts';
import { oneOf, optional } from '../kinds/params/reader.ts';
import type { NewSession } from './create-session.ts';
import { described } from './read-session-options.ts';

export const formFields = {
  ...described('cancel_url', 'redirect_on_completion', 'return_url', 'success_url'),
  ui_mode: optional(oneOf('hosted_page', 'embedded_page', 'elements', 'form')),
} as const;

type FormParams = Partial<ReadFields<typeof formFields>>;

/** A hosted page leads to `success_url`; an embedded one leads to `return_url` or stays on the page. */
export function readForm(params: FormParams): Pick<NewSession, 'success_url' | 'cancel_url' | 'embedding'> {
  const { ui_mode: mode = 'hosted_page' } = params;
  if (mode === 'embedded_page') return embeddedForm(params);
  if (mode !== 'hosted_page') throw notSupported(`the ui_mode ${mode}`);
  for (const param of ['redirect_on_completion', 'return_url'] as const) rejectIn(mode, params, param);
  if (params.success_url === undefined) throw missingParameter('success_url');
  return { success_url: params.success_url, cancel_url: params.cancel_url ?? null };
}

function embeddedForm(params: FormParams): ReturnType<typeof readForm> {
  for (const param of ['cancel_url', 'success_url'] as const) rejectIn('embedded_page', params, param);
  const { redirect_on_completion: redirect = 'always', return_url } = params;
  if (redirect === 'never' && return_url !== undefined) {
    throw rejected('`return_url` cannot be used when `redirect_on_completion` is `never`.', 'return_url');
  }
  if (redirect !== 'never' && return_url === undefined) throw missingParameter('return_url');
  return { success_url: null, cancel_url: null, embedding: { redirect, return_url: return_url ?? null } };
}

function rejectIn(mode: string, params: FormParams, param: keyof FormParams): void {
  if (params[param] === undefined) return;
  throw rejected(`\`${param}\` cannot be used when \`ui_mode\` is \`${mode}\`.`, { param });
}
