import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { MESSAGES } from '../../content/account.ts';
import styles from '../../ui/account.css?inline';
import { LogoLink } from '../../ui/Logo.tsx';
import { Main } from '../../ui/Main.tsx';
import { PageStyles } from '../../ui/PageStyles.tsx';
import { ScriptNotice } from '../../ui/ScriptNotice.tsx';

interface AccountCardProps {
  readonly title: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly other: { readonly text: string; readonly link: string; readonly to: string };
  readonly children: ReactNode;
}

/** The frame of the registration and login forms. `dialog` means that the browser itself never sends them anywhere. */
export function AccountCard({ title, onSubmit, other, children }: AccountCardProps) {
  return (
    <>
      <PageStyles name="account" css={styles} />
      <Main className="account">
        <LogoLink />
        <div className="account-card">
          <h1>{title}</h1>
          <ScriptNotice text={MESSAGES.needsScript} />
          <form method="dialog" noValidate onSubmit={onSubmit}>
            {children}
          </form>
          <p>
            {other.text} <Link to={other.to}>{other.link}</Link>
          </p>
        </div>
      </Main>
    </>
  );
}
