/** Messages by the identity provider's error code. */
const MESSAGES: Readonly<Record<string, string>> = {
  'auth/invalid-email': 'The email address is badly formatted.',
  'auth/invalid-new-email': 'The email address is badly formatted.',
  'auth/user-disabled': 'This user has been disabled.',
  'auth/user-not-found': 'Invalid email or password.',
  'auth/wrong-password': 'Invalid email or password.',
  'auth/invalid-login-credentials': 'Invalid login credentials. Please try again.',
  // With enumeration protection, the provider's error for a wrong e-mail or password.
  'auth/invalid-credential': 'Invalid login credentials. Please try again.',
  'auth/email-already-in-use': 'This email address is already in use.',
  'auth/operation-not-allowed': 'Email/password accounts are not enabled.',
  'auth/weak-password': 'The password is too weak.',
  'auth/password-does-not-meet-requirements': 'The password is too weak.',
};

export const UNEXPECTED = 'An unexpected error occurred. Please try again.';

/** The SDK's error message lists what the provider requires: `… [Password may contain …, Password must …]`. */
const REQUIREMENTS = /\[(.+)\]/;

export function authMessage(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  if (error instanceof Error && code === 'auth/password-does-not-meet-requirements') {
    const requirements = REQUIREMENTS.exec(error.message)?.[1];
    if (requirements) return `${requirements.replaceAll(', ', '. ')}.`;
  }
  return (typeof code === 'string' && Object.hasOwn(MESSAGES, code) && MESSAGES[code]) || UNEXPECTED;
}
