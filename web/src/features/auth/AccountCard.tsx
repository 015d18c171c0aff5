import type { FormEvent, ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { AccountFrame } from './AccountFrame.tsx';

interface AccountCardProps {
  readonly name: 'login' | 'register' | 'forgot-password' | 'new-password';
  readonly title: string;
  readonly onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  readonly other: { readonly text?: string; readonly link: string; readonly to: string };
  readonly children: ReactNode;
}

/** An account form. `method="dialog"` keeps the browser from submitting it. */
export function AccountCard({ name, title, onSubmit, other, children }: AccountCardProps) {
  return (
    <AccountFrame title={title}>
      <form name={name} method="dialog" noValidate onSubmit={onSubmit}>
        {children}
      </form>
      <p>
        {other.text} <Link to={other.to}>{other.link}</Link>
      </p>
    </AccountFrame>
  );
}
