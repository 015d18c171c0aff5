import { SITE_PATHS } from '@outharbor/contract/paths';
import type { ReactNode } from 'react';
import { useNavigate } from 'react-router-dom';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { notify } from '../notifications/notify.ts';
import { AccountCard } from './AccountCard.tsx';
import { PasswordField } from './AccountFields.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { readPassword } from './credentials.ts';
import { loginReturningTo } from './login-return.ts';
import { type LinkMode, linkRejection, setNewPassword } from './mailed-links.ts';
import { useAccountForm } from './use-account-form.ts';
import { useMailedLink } from './use-mailed-link.ts';

/** The page behind a mailed link: the new password form, a confirmation, or why the link does not work. */
export function MailedLink() {
  const { state, reject } = useMailedLink();
  switch (state.status) {
    case 'checking':
      return <Notice text={ACCOUNT_ACTION.checking} />;
    case 'password':
      return <NewPasswordForm code={state.code} email={state.email} onRejected={reject} />;
    case 'done':
      return (
        <Notice text={ACCOUNT_ACTION.done[state.mode]}>
          <ButtonLink to={loginAfter(state.mode)} label={ACCOUNT_ACTION.login} />
        </Notice>
      );
    case 'rejected':
      return (
        <Notice text={state.reason}>
          <ButtonLink to={sentAgainAt(state.mode)} label={ACCOUNT_ACTION.again} />
        </Notice>
      );
    case 'failed':
      return (
        <Notice text={ACCOUNT_ACTION.failed}>
          <BusyButton busy={false} onClick={() => location.reload()}>
            {ACCOUNT_ACTION.retry}
          </BusyButton>
        </Notice>
      );
  }
}

/** After an address change, login leads to the account page, where the API propagates the new address. */
const loginAfter = (mode: keyof typeof ACCOUNT_ACTION.done) =>
  mode === 'verifyEmail' ? SITE_PATHS.login : loginReturningTo(SITE_PATHS.account);

/** The account page sends confirmations again; for all other links, a new password helps. */
const sentAgainAt = (mode: LinkMode | undefined) =>
  mode === 'verifyEmail' || mode === 'verifyAndChangeEmail' ? SITE_PATHS.account : SITE_PATHS.forgotPassword;

function Notice({ text, children }: { readonly text: string; readonly children?: ReactNode }) {
  return (
    <AccountFrame title={ACCOUNT_ACTION.title}>
      <p role="status">{text}</p>
      {children}
    </AccountFrame>
  );
}

interface NewPasswordFormProps {
  readonly code: string;
  /** E-mail of the account that the link belongs to. */
  readonly email: string;
  /** Called with the reason if the link is no longer valid. */
  readonly onRejected: (reason: string) => void;
}

const ANOTHER_LINK = { link: ACCOUNT_ACTION.again, to: SITE_PATHS.forgotPassword };

function NewPasswordForm({ code, email, onRejected }: NewPasswordFormProps) {
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
