import type { User } from 'firebase/auth';
import { useEffect, useState } from 'react';
import { PROFILE } from '../../content/account-page.ts';
import { BusyButton } from '../../ui/BusyButton.tsx';
import { Field } from '../../ui/Field.tsx';
import { PasswordField } from '../auth/AccountFields.tsx';
import { readLogin, readPassword, readRegistration } from '../auth/credentials.ts';
import { currentUser, type SignedIn } from '../auth/session.ts';
import { notify } from '../notifications/notify.ts';
import { AccountSection } from './AccountSection.tsx';
import { endAllSessions } from './account-api.ts';
import { FoldedForm } from './FoldedForm.tsx';
import { askToChangeEmail, changePassword, refreshedUser, saveName, sendConfirmation } from './profile.ts';
import { useAction } from './use-action.ts';
import { useProfileForm } from './use-profile-form.ts';

export function ProfileSection({ session }: { readonly session: SignedIn }) {
  const { busy, run } = useAction();
  return (
    <AccountSection title={PROFILE.title}>
      <p className="profile-name" dir="auto">
        {session.name}
      </p>
      <Address uid={session.uid} />
      <div className="folded-forms">
        <NameForm name={session.name} />
        <EmailForm />
        <PasswordForm />
      </div>
      <BusyButton
        tone="quiet"
        busy={busy === 'sign out'}
        onClick={run('sign out', () => endAllSessions(session.uid), PROFILE.signedOutEverywhere)}
      >
        {PROFILE.signOutEverywhere}
      </BusyButton>
    </AccountSection>
  );
}

/** The e-mail address and whether it is verified, read from the identity provider. */
function Address({ uid }: { readonly uid: string }) {
  const { busy, run } = useAction();
  const [account, setAccount] = useState<{
    readonly email: string | null;
    readonly emailVerified: boolean;
  }>();
  // biome-ignore lint/correctness/useExhaustiveDependencies: reload the account when the user changes
  useEffect(() => {
    const show = ({ email, emailVerified }: User) => setAccount({ email, emailVerified });
    const look = () => currentUser().then(show, () => undefined);
    // The mailed link may have been followed in another tab.
    const lookAgain = () => refreshedUser().then(show, () => undefined);
    look();
    addEventListener('focus', lookAgain);
    return () => removeEventListener('focus', lookAgain);
  }, [uid]);
  if (!account) return null;
  return (
    <>
      <p>
        <bdi>{account.email}</bdi>{' '}
        <span className="address-state">
          {`(${account.emailVerified ? PROFILE.verified : PROFILE.unverified})`}
        </span>
      </p>
      {!account.emailVerified && (
        <BusyButton
          tone="quiet"
          busy={busy === 'confirm'}
          onClick={run('confirm', sendConfirmation, PROFILE.sent)}
        >
          {PROFILE.sendAgain}
        </BusyButton>
      )}
    </>
  );
}

function NameForm({ name }: { readonly name: string }) {
  const form = useProfileForm({
    read: (form) => ({ userName: readRegistration(form).userName }),
    send: ({ userName }) => saveName(userName),
    onSent: () => notify.success(PROFILE.nameSaved),
  });
  return (
    <FoldedForm name="name" title={PROFILE.name} form={form} send={PROFILE.saveName}>
      <Field
        key={name}
        label={PROFILE.name}
        name="userName"
        autoComplete="name"
        defaultValue={name}
        hint={form.hint('userName')}
      />
    </FoldedForm>
  );
}

function EmailForm() {
  const form = useProfileForm({
    read: readLogin,
    send: ({ email, password }) => askToChangeEmail(email, password),
    onSent: (form) => {
      notify.success(PROFILE.emailSent);
      form.reset();
    },
  });
  return (
    <FoldedForm name="email" title={PROFILE.email} form={form} send={PROFILE.changeEmail}>
      <Field
        label={PROFILE.newEmail}
        name="email"
        type="email"
        autoComplete="email"
        hint={form.hint('email')}
      />
      <PasswordField label={PROFILE.currentPassword} autoComplete="current-password" hint={form.hint} />
    </FoldedForm>
  );
}

function PasswordForm() {
  const form = useProfileForm({
    read: (form) => ({ ...readPassword(form), newPassword: String(form.get('newPassword') ?? '') }),
    send: ({ password, newPassword }) => changePassword(password, newPassword),
    onSent: (form) => {
      notify.success(PROFILE.passwordSaved);
      form.reset();
    },
  });
  return (
    <FoldedForm name="password" title={PROFILE.password} form={form} send={PROFILE.changePassword}>
      <PasswordField label={PROFILE.currentPassword} autoComplete="current-password" hint={form.hint} />
      <Field
        label={PROFILE.newPassword}
        name="newPassword"
        type="password"
        autoComplete="new-password"
        hint={form.hint('newPassword')}
      />
    </FoldedForm>
  );
}
