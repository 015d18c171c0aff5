import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';

const loadAuth = () => import('../../lib/firebase-auth.ts');

/** Modes of a link that needs no more than to be followed. */
type FollowedMode = keyof typeof ACCOUNT_ACTION.done;

export type LinkMode = 'resetPassword' | FollowedMode;

export interface MailedLink {
  readonly mode: LinkMode;
  readonly code: string;
}

/** What a mailed link asks for, or undefined where its address was cut short. */
export function mailedLink(search: string): MailedLink | undefined {
  const parameters = new URLSearchParams(search);
  const mode = parameters.get('mode') ?? '';
  const code = parameters.get('oobCode') ?? '';
  if (code === '' || !isMode(mode)) return undefined;
  return { mode, code };
}

const isMode = (mode: string): mode is MailedLink['mode'] =>
  mode === 'resetPassword' || Object.hasOwn(ACCOUNT_ACTION.done, mode);

/** Has a link mailed that sets a new password. Whether there is such an account is nobody's business. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { firebaseAuth, sendPasswordResetEmail } = await loadAuth();
  try {
    await sendPasswordResetEmail(await firebaseAuth(), email);
  } catch (error) {
    if (codeOf(error) !== 'auth/user-not-found') throw error;
  }
}

/** Resolves with the e-mail address of the account whose password the link may set. */
export async function checkPasswordLink(code: string): Promise<string> {
  const { firebaseAuth, verifyPasswordResetCode } = await loadAuth();
  return verifyPasswordResetCode(await firebaseAuth(), code);
}

/** Sets the password and leaves the account: its sessions ended with the old password. */
export async function setNewPassword(code: string, password: string): Promise<void> {
  const { firebaseAuth, confirmPasswordReset } = await loadAuth();
  const auth = await firebaseAuth();
  await confirmPasswordReset(auth, code, password);
  await auth.signOut();
}

/** Does what the link is for. */
export async function followLink(code: string): Promise<void> {
  const { firebaseAuth, applyActionCode } = await loadAuth();
  await applyActionCode(await firebaseAuth(), code);
}

const REFUSALS: Readonly<Record<string, string>> = {
  'auth/expired-action-code': ACCOUNT_ACTION.expired,
  'auth/invalid-action-code': ACCOUNT_ACTION.used,
  'auth/user-disabled': ACCOUNT_ACTION.refused,
  'auth/user-not-found': ACCOUNT_ACTION.refused,
};

/** Why the provider does not take a link; undefined where the cause is another one. */
export function linkRefusal(error: unknown): string | undefined {
  const code = codeOf(error);
  return code !== undefined && Object.hasOwn(REFUSALS, code) ? REFUSALS[code] : undefined;
}

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
