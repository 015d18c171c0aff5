import { type AccountFormInput, type AccountFormOptions, useAccountForm } from '../auth/use-account-form.ts';
import { useAskToLogIn } from '../auth/use-ask-to-log-in.ts';

/** A form of somebody who is signed in, and may find out only now that the session is over. */
export function useProfileForm<Input extends AccountFormInput, Outcome>(
  options: AccountFormOptions<Input, Outcome>,
) {
  const { loginAgain } = useAskToLogIn();
  return useAccountForm({ ...options, onSessionOver: loginAgain });
}
