import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { inNamespace } from '../state/namespace.ts';

interface GoProps {
  /** The place and the id in it. */
  readonly to: readonly [place: string, id?: string | null];
  readonly query?: Readonly<Record<string, string>>;
  readonly label?: string;
  readonly children: ReactNode;
}

export function addressOf([place, id]: GoProps['to'], query: Readonly<Record<string, string>> = {}): string {
  return `/${place}${id ? `/${encodeURIComponent(id)}` : ''}${inNamespace(query)}`;
}

/** A link to a place of the console, in the same namespace. */
export function Go({ to, query, label, children }: GoProps) {
  return (
    <Link to={addressOf(to, query)} aria-label={label}>
      {children}
    </Link>
  );
}
