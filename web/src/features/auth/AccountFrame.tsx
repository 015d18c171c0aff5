import type { ReactNode } from 'react';
import { MESSAGES } from '../../content/messages.ts';
import styles from '../../ui/account.css?inline';
import { LogoLink } from '../../ui/Logo.tsx';
import { Main } from '../../ui/Main.tsx';
import { PageStyles } from '../../ui/PageStyles.tsx';
import { ScriptNotice } from '../../ui/ScriptNotice.tsx';

interface AccountFrameProps {
  readonly title: string;
  readonly children: ReactNode;
}

/** The centred card of the login, registration and password pages. */
export function AccountFrame({ title, children }: AccountFrameProps) {
  return (
    <>
      <PageStyles name="account" css={styles} />
      <Main className="account">
        <LogoLink />
        <div className="account-card panel">
          <h1>{title}</h1>
          <ScriptNotice text={MESSAGES.needsScript} />
          {children}
        </div>
      </Main>
    </>
  );
}
