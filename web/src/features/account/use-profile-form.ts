import { type AccountFormInput, type AccountFormOptions, useAccountForm } from '../auth/use-account-form.ts';
import { useLoginRedirect } from '../auth/use-login-redirect.ts';
import { fold } from './FoldedForm.tsx';

/** A folded form for signed-in users that closes once sent, and redirects to login if the session has ended. */
export function useProfileForm<Input extends AccountFormInput, Outcome>(
  options: AccountFormOptions<Input, Outcome>,
) {
  const { loginAgain } = useLoginRedirect();
  return useAccountForm({
    ...options,
    onSent: async (form, outcome) => {
      await options.onSent(form, outcome);
      fold(form);
    },
    onSessionOver: loginAgain,
  });
}
