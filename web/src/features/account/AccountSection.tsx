import { type ReactNode, useId } from 'react';

interface AccountSectionProps {
  readonly title: string;
  /** What is done here cannot be undone. */
  readonly destructive?: boolean;
  readonly children: ReactNode;
}

export function AccountSection({ title, destructive, children }: AccountSectionProps) {
  const id = useId();
  return (
    <section className="account-section panel" aria-labelledby={id} data-destructive={destructive}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}
