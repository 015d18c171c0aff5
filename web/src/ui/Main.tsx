import type { ReactNode } from 'react';

interface MainProps {
  readonly className: string;
  readonly children: ReactNode;
}

/** The main landmark; it takes the focus from the skip link and after a change of page. */
export function Main({ className, children }: MainProps) {
  return (
    <main id="main" className={className} tabIndex={-1}>
      {children}
    </main>
  );
}
