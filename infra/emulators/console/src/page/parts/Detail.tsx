import type { ComponentChildren } from 'preact';
import type { Reading } from '../state/use-read.ts';

interface DetailProps<T> {
  readonly reading: Reading<T>;
  readonly children: (value: T) => ComponentChildren;
}

export function Detail<T>({ reading, children }: DetailProps<T>) {
  if (reading.state === 'loading') return <p className="empty">Loading…</p>;
  if (reading.state === 'failed') return <p className="unavailable">{reading.reason}</p>;
  return children(reading.value);
}
