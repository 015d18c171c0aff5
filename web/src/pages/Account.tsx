import { SITE_PATHS } from '@outharbor/contract/paths';
import { Link } from 'react-router-dom';
import { ACCOUNT } from '../content/account-page.ts';
import { MESSAGES } from '../content/messages.ts';
import { BillingSections } from '../features/account/BillingSections.tsx';
import { DataSection, DeletionSection } from '../features/account/DeletionSection.tsx';
import { ProfileSection } from '../features/account/ProfileSection.tsx';
import { loginReturningTo } from '../features/auth/login-return.ts';
import type { Session } from '../features/auth/session.ts';
import { useSession } from '../features/auth/use-session.ts';
import { PricingHeader } from '../features/pricing/PricingHeader.tsx';
import styles from '../ui/account.css?inline';
import pageStyles from '../ui/account-page.css?inline';
import { Main } from '../ui/Main.tsx';
import { PageStyles } from '../ui/PageStyles.tsx';
import { ScriptNotice } from '../ui/ScriptNotice.tsx';

export function Page() {
  const session = useSession();
  return (
    <>
      <PageStyles name="account" css={styles} />
      <PageStyles name="account-page" css={pageStyles} />
      <PricingHeader session={session} />
      <Main className="account-page">
        <h1>{ACCOUNT.title}</h1>
        <ScriptNotice text={MESSAGES.needsScript} />
        <Sections session={session} />
      </Main>
    </>
  );
}

function Sections({ session }: { readonly session: Session }) {
  if (session.status === 'signed-out') {
    return (
      <>
        <p>{ACCOUNT.loginFirst}</p>
        <Link className="button button-primary" to={loginReturningTo(SITE_PATHS.account)}>
          {ACCOUNT.login}
        </Link>
      </>
    );
  }
  if (session.status !== 'signed-in') return <p role="status">{ACCOUNT.loading}</p>;
  return (
    // Another tab may sign in as someone else.
    <div className="account-cards" key={session.uid}>
      <div>
        <BillingSections session={session} />
      </div>
      <div>
        <ProfileSection session={session} />
        <DataSection uid={session.uid} />
      </div>
      <DeletionSection uid={session.uid} />
    </div>
  );
}
