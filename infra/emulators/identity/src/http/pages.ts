import { applyActionCode } from '../accounts/apply-action-code.ts';
import { resetPassword } from '../accounts/reset-password.ts';
import { MODES } from '../accounts/send-action-code.ts';
import type { Context } from '../context.ts';
import { ApiError } from '../errors/api-error.ts';
import { IFRAME_PAGE } from '../provider-pages/iframe-page.ts';
import { providerPage } from '../provider-pages/provider-page.ts';
import { Fields } from '../wire/fields.ts';
import type { Answer } from './answer.ts';

type Page = (context: Context, query: URLSearchParams) => Answer | Promise<Answer>;

const handler: Page = (context, query) => ({ status: 200, body: providerPage(context, query) });
const iframe: Page = () => ({ status: 200, body: IFRAME_PAGE });

/**
 * The pages that browsers open, by path: the emulator's, and those of an authDomain. The query names the project by its API
 * key, and the tenant if any.
 */
export const PAGES: ReadonlyMap<string, Page> = new Map<string, Page>([
  ['emulator/action', actionPage],
  ...['emulator/auth', '__/auth'].flatMap((path): [string, Page][] => [
    [`${path}/handler`, handler],
    [`${path}/iframe`, iframe],
  ]),
]);

/** Target of emailed links: applies the code, then redirects to the continue URL or returns the result. */
async function actionPage(context: Context, query: URLSearchParams): Promise<Answer> {
  const mode = query.get('mode') ?? '';
  const code = query.get('oobCode') ?? '';
  const continueUrl = query.get('continueUrl');
  if (!query.get('apiKey') || code === '')
    return problem('The link must have apiKey and oobCode parameters.');
  if (mode === 'signIn') return signIn(query, continueUrl);
  try {
    const done = await performAction(context, mode, code, query.get('newPassword') ?? '');
    if (done === undefined) return problem('Invalid mode');
    if ('error' in done) return { status: 400, body: { authEmulator: done } };
    if (continueUrl && URL.canParse(continueUrl)) {
      return { status: 303, body: {}, headers: { location: new URL(continueUrl).href } };
    }
    return { status: 200, body: { authEmulator: done } };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return problem(`${error.message}: the link has expired, was already used, or is for another action.`);
  }
}

async function performAction(
  context: Context,
  mode: string,
  code: string,
  newPassword: string,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  if (mode === 'resetPassword') {
    if (newPassword === '') return { error: 'Append &newPassword=NEW_PASSWORD_HERE to the link.' };
    await resetPassword(context, new Fields({ oobCode: code, newPassword }));
    return { success: 'The password has been successfully updated.' };
  }
  const [type] = Object.entries(MODES).find(([, each]) => each === mode) ?? [];
  if (type === undefined) return undefined;
  if (context.project.requireCode(code).type !== type) return { error: 'The code is for another action.' };
  const { user, newEmail } = applyActionCode(context, code);
  return { success: `Done: ${mode}.`, email: user.email, newEmail };
}

/** The app itself completes the sign-in, so all parameters except its own URL are passed on. */
function signIn(query: URLSearchParams, continueUrl: string | null): Answer {
  const target = continueUrl === null ? null : URL.parse(continueUrl);
  if (target === null) return problem('To sign in, append &continueUrl=YOUR_APP_URL to the link.');
  for (const [name, value] of query) if (name !== 'continueUrl') target.searchParams.set(name, value);
  return { status: 303, body: {}, headers: { location: target.href } };
}

const problem = (error: string): Answer => ({ status: 400, body: { authEmulator: { error } } });
