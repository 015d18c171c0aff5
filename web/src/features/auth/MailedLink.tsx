import { SITE_PATHS } from '@outharbor/contract/paths';
import type { ReactNode } from 'react';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { loginReturningTo } from './login-return.ts';
import type { LinkMode } from './mailed-links.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
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
