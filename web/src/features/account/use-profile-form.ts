import { type AccountFormInput, type AccountFormOptions, useAccountForm } from '../auth/use-account-form.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';

/** A form for signed-in users that redirects to login if the session has ended. */
export function useProfileForm<Input extends AccountFormInput, Outcome>(
  options: AccountFormOptions<Input, Outcome>,
) {
  const { loginAgain } = useLoginRedirect();
  return useAccountForm({ ...options, onSessionOver: loginAgain });
}
