import { SITE_PATHS } from '@outharbor/contract/paths';
import { useState } from 'react';
import { FORGOT_PASSWORD } from '../../content/mailed-links.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { AccountCard } from './AccountCard.tsx';
import { EmailField } from './AccountFields.tsx';
import { AccountFrame } from './AccountFrame.tsx';
import { readEmail } from './credentials.ts';
import { requestPasswordReset } from './mailed-links.ts';
import { useAccountForm } from './use-account-form.ts';

const BACK = { link: FORGOT_PASSWORD.back, to: SITE_PATHS.login };

export function ForgotPasswordForm() {
  const [sent, setSent] = useState(false);
  const { busy, submit, hint } = useAccountForm({
    read: readEmail,
    send: ({ email }) => requestPasswordReset(email),
    onSent: () => setSent(true),
  });
  if (sent) return <Sent />;
  return (
    <AccountCard name="forgot-password" title={FORGOT_PASSWORD.title} onSubmit={submit} other={BACK}>
      <p>{FORGOT_PASSWORD.text}</p>
      <EmailField autoComplete="username" hint={hint} />
      <BusyButton type="submit" busy={busy}>
        {FORGOT_PASSWORD.submit}
      </BusyButton>
    </AccountCard>
  );
}

/** The same for every address, so as not to reveal whether it has an account. */
function Sent() {
  return (
    <AccountFrame title={FORGOT_PASSWORD.title}>
      <p role="status">{FORGOT_PASSWORD.sent}</p>
      <ButtonLink to={BACK.to} label={BACK.link} tone="quiet" />
    </AccountFrame>
  );
}
