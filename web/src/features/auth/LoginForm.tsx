import { SITE_PATHS } from '@outharbor/contract/paths';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router-dom';
import { FIELDS, LOGIN } from '../../content/account.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { notify } from '../notifications/notify.ts';
import { AccountCard } from './AccountCard.tsx';
import { signIn } from './accounts.ts';
import { readLogin } from './credentials.ts';
import { useAccountForm } from './use-account-form.ts';

const REGISTER_INSTEAD = { text: LOGIN.switchText, link: LOGIN.switchLink, to: SITE_PATHS.register };

/** Milliseconds between a successful login and the plans. */
const REDIRECT_DELAY = 3000;

export function LoginForm() {
  const goToPlans = useGoToPlans();
  const { busy, submit, hint } = useAccountForm({
    read: readLogin,
    send: signIn,
    onSent: (form) => {
      notify.success(LOGIN.succeeded);
      return goToPlans(form);
    },
  });
  return (
    <AccountCard title={LOGIN.title} onSubmit={submit} other={REGISTER_INSTEAD}>
      <Field
        label={FIELDS.email}
        name="email"
        type="email"
        autoComplete="username"
        required
        hint={hint('email')}
      />
      <Field
        label={FIELDS.password}
        name="password"
        type="password"
        autoComplete="current-password"
        required
        hint={hint('password')}
      />
      <BusyButton type="submit" busy={busy}>
        {LOGIN.submit}
      </BusyButton>
    </AccountCard>
  );
}

/** Clears the form and goes to the plans after the delay, unless the page is left before. */
function useGoToPlans(): (form: HTMLFormElement) => Promise<void> {
  const navigate = useNavigate();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (form) =>
    new Promise((resolve) => {
      timer.current = setTimeout(() => {
        form.reset();
        navigate(SITE_PATHS.pricing);
        resolve();
      }, REDIRECT_DELAY);
    });
}
