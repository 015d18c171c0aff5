import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';

const loadAuth = () => import('../../lib/firebase-auth.ts');

/** Modes that need no further input from the visitor. */
type FollowedMode = keyof typeof ACCOUNT_ACTION.done;

export type LinkMode = 'resetPassword' | FollowedMode;

export interface MailedLink {
  readonly mode: LinkMode;
  readonly code: string;
}

/** Parses a mailed link; undefined if its URL is incomplete. */
export function mailedLink(search: string): MailedLink | undefined {
  const parameters = new URLSearchParams(search);
  const mode = parameters.get('mode') ?? '';
  const code = parameters.get('oobCode') ?? '';
  if (code === '' || !isMode(mode)) return undefined;
  return { mode, code };
}

const isMode = (mode: string): mode is MailedLink['mode'] =>
  mode === 'resetPassword' || Object.hasOwn(ACCOUNT_ACTION.done, mode);

/** Sends a password reset e-mail. Resolves for an unknown address too, so as not to reveal accounts. */
export async function requestPasswordReset(email: string): Promise<void> {
  const { firebaseAuth, sendPasswordResetEmail } = await loadAuth();
  try {
    await sendPasswordResetEmail(await firebaseAuth(), email);
  } catch (error) {
    if (readCode(error) !== 'auth/user-not-found') throw error;
  }
}

/** Resolves with the e-mail address of the account that the link belongs to. */
export async function checkPasswordLink(code: string): Promise<string> {
  const { firebaseAuth, verifyPasswordResetCode } = await loadAuth();
  return verifyPasswordResetCode(await firebaseAuth(), code);
}

/** Sets the password and signs out: the password change has ended all sessions. */
export async function setNewPassword(code: string, password: string): Promise<void> {
  const { firebaseAuth, confirmPasswordReset } = await loadAuth();
  const auth = await firebaseAuth();
  await confirmPasswordReset(auth, code, password);
  await auth.signOut();
}

/** Applies the action of the link, such as confirming an address. */
export async function followLink(code: string): Promise<void> {
  const { firebaseAuth, applyActionCode } = await loadAuth();
  await applyActionCode(await firebaseAuth(), code);
}

const REJECTIONS: Readonly<Record<string, string>> = {
  'auth/expired-action-code': ACCOUNT_ACTION.expired,
  'auth/invalid-action-code': ACCOUNT_ACTION.used,
  'auth/user-disabled': ACCOUNT_ACTION.rejected,
  'auth/user-not-found': ACCOUNT_ACTION.rejected,
};

/** Why the provider rejected the link; undefined for any other error. */
export function linkRejection(error: unknown): string | undefined {
  const code = readCode(error);
  return code !== undefined && Object.hasOwn(REJECTIONS, code) ? REJECTIONS[code] : undefined;
}

function readCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
