import type { ReactNode } from 'react';

interface MainProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The main landmark. Receives focus from the skip link and after navigation. */
export function Main({ className, children }: MainProps) {
  return (
    <main id="main" className={className} tabIndex={-1}>
      {children}
    </main>
  );
}
