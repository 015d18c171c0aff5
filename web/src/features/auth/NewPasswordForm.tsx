import { SITE_PATHS } from '@outharbor/contract/paths';
import { useNavigate } from 'react-router-dom';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { notify } from '../notifications/notify.ts';
import { AccountCard } from './AccountCard.tsx';
import { PasswordField } from './AccountFields.tsx';
import { readPassword } from './credentials.ts';
import { linkRejection, setNewPassword } from './mailed-links.ts';
import { useAccountForm } from './use-account-form.ts';

interface NewPasswordFormProps {
  readonly code: string;
  /** E-mail of the account that the link belongs to. */
  readonly email: string;
  /** Called with the reason if the link is no longer valid. */
  readonly onRejected: (reason: string) => void;
}

const ANOTHER_LINK = { link: ACCOUNT_ACTION.again, to: SITE_PATHS.forgotPassword };

export function NewPasswordForm({ code, email, onRejected }: NewPasswordFormProps) {
  const navigate = useNavigate();
  const save = async ({ password }: { readonly password: string }) => {
    try {
      await setNewPassword(code, password);
      notify.success(ACCOUNT_ACTION.passwordSaved);
      navigate(SITE_PATHS.login);
    } catch (error) {
      const reason = linkRejection(error);
      if (!reason) throw error;
      onRejected(reason);
    }
  };
  const { busy, submit, hint } = useAccountForm({ read: readPassword, send: save, onSent: () => undefined });
  return (
    <AccountCard
      name="new-password"
      title={ACCOUNT_ACTION.newPassword}
      onSubmit={submit}
      other={ANOTHER_LINK}
    >
      <p>
        {ACCOUNT_ACTION.account} <bdi>{email}</bdi>
      </p>
      <PasswordField label={ACCOUNT_ACTION.newPassword} autoComplete="new-password" hint={hint} />
      <BusyButton type="submit" busy={busy}>
        {ACCOUNT_ACTION.save}
      </BusyButton>
    </AccountCard>
  );
}
