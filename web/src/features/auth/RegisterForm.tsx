import { SITE_PATHS } from '@outharbor/contract/paths';
import { useNavigate } from 'react-router-dom';
import { FIELDS, REGISTER } from '../../content/account.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { notify } from '../notifications/notify.ts';
import { AccountCard } from './AccountCard.tsx';
import { EmailField, PasswordField } from './AccountFields.tsx';
import { createAccount } from './accounts.ts';
import { readRegistration } from './credentials.ts';
import { JUST_REGISTERED } from './login-return.ts';
import { useAccountForm } from './use-account-form.ts';
import { useRedirectIfSignedIn } from './use-redirect-if-signed-in.ts';

const LOGIN_INSTEAD = { text: REGISTER.switchText, link: REGISTER.switchLink, to: SITE_PATHS.login };

export function RegisterForm() {
  useRedirectIfSignedIn();
  const navigate = useNavigate();
  const { busy, submit, hint } = useAccountForm({
    read: readRegistration,
    send: createAccount,
    onSent: (form, outcome) => {
      if (outcome === 'registered') notify.success(REGISTER.succeeded);
      else notify.failure(REGISTER.withoutRecord);
      form.reset();
      navigate(SITE_PATHS.login, { state: JUST_REGISTERED });
    },
  });
  return (
    <AccountCard name="register" title={REGISTER.title} onSubmit={submit} other={LOGIN_INSTEAD}>
      <Field label={FIELDS.userName} name="userName" autoComplete="name" hint={hint('userName')} kept />
      <EmailField autoComplete="email" hint={hint} />
      <PasswordField autoComplete="new-password" hint={hint} />
      <BusyButton type="submit" busy={busy}>
        {REGISTER.submit}
      </BusyButton>
    </AccountCard>
  );
}
