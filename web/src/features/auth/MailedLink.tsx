import { SITE_PATHS } from '@outharbor/contract/paths';
import type { ReactNode } from 'react';
import { ACCOUNT_ACTION } from '../../content/mailed-links.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { loginBackTo } from './come-back.ts';
import type { LinkMode } from './mailed-links.ts';
import { NewPasswordForm } from './NewPasswordForm.tsx';
import { useMailedLink } from './use-mailed-link.ts';

/** What a link in a mail leads to: a new password, a confirmation, or why it is good for nothing. */
export function MailedLink() {
  const { state, refuse } = useMailedLink();
  switch (state.status) {
    case 'checking':
      return <Notice text={ACCOUNT_ACTION.checking} />;
    case 'password':
      return <NewPasswordForm code={state.code} email={state.email} onRefused={refuse} />;
    case 'done':
      return (
        <Notice text={ACCOUNT_ACTION.done[state.mode]}>
          <ButtonLink to={loginAfter(state.mode)} label={ACCOUNT_ACTION.login} />
        </Notice>
      );
    case 'refused':
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

/** The account page has a changed address carried to wherever the former one stands. */
const loginAfter = (mode: keyof typeof ACCOUNT_ACTION.done) =>
  mode === 'verifyEmail' ? SITE_PATHS.login : loginBackTo(SITE_PATHS.account);

/** Confirmations are mailed again from the account page; whatever else a link was for, a new password helps. */
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
