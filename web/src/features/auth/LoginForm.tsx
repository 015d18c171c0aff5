import { SITE_PATHS } from '@outharbor/contract/paths';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useNavigate } from 'react-router-dom';
import { LOGIN } from '../../content/account.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { notify } from '../notifications/notify.ts';
import { AccountCard } from './AccountCard.tsx';
import { EmailField, PasswordField } from './AccountFields.tsx';
import { signIn } from './accounts.ts';
import { readLogin } from './credentials.ts';
import { afterLogin } from './login-return.ts';
import { useAccountForm } from './use-account-form.ts';
import { useRedirectIfSignedIn } from './use-redirect-if-signed-in.ts';

const REGISTER_INSTEAD = { text: LOGIN.switchText, link: LOGIN.switchLink, to: SITE_PATHS.register };

/** Milliseconds. */
const REDIRECT_DELAY = 3000;

export function LoginForm() {
  useRedirectIfSignedIn();
  const redirect = useDelayedRedirect();
  const { busy, submit, hint } = useAccountForm({
    read: readLogin,
    send: signIn,
    onSent: (form) => {
      notify.success(LOGIN.succeeded);
      return redirect(form);
    },
  });
  return (
    <AccountCard name="login" title={LOGIN.title} onSubmit={submit} other={REGISTER_INSTEAD}>
      <EmailField autoComplete="username" hint={hint} />
      <PasswordField autoComplete="current-password" hint={hint} />
      <Link className="forgot-password" to={SITE_PATHS.forgotPassword}>
        {LOGIN.forgotPassword}
      </Link>
      <BusyButton type="submit" busy={busy}>
        {LOGIN.submit}
      </BusyButton>
    </AccountCard>
  );
}

/** Clears the form and navigates after the delay, unless the visitor leaves the page first. */
function useDelayedRedirect(): (form: HTMLFormElement) => Promise<void> {
  const navigate = useNavigate();
  const { search } = useLocation();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (form) =>
    new Promise((resolve) => {
      timer.current = setTimeout(() => {
        form.reset();
        navigate(afterLogin(search));
        resolve();
      }, REDIRECT_DELAY);
    });
}
