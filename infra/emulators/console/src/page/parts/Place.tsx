import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import { useAddress } from '../state/address.ts';
import type { Reading } from '../state/use-read.ts';
import { Breakable } from './Go.tsx';

interface PlaceProps {
  readonly title: string;
  readonly about?: ComponentChildren;
  readonly children: ComponentChildren;
}

let shownPath: string | undefined;

/** The content of one address. Its heading gets the focus when the address changes, for screen readers. */
export function Place({ title, about, children }: PlaceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { place, id } = useAddress();
  const path = id === undefined ? place : `${place}/${id}`;
  useEffect(() => {
    document.title = `${title} · Console`;
    if (shownPath !== undefined && shownPath !== path) heading.current?.focus();
    shownPath = path;
  }, [title, path]);
  return (
    <>
      <header className="place">
        <h1 ref={heading} tabIndex={-1}>
          <Breakable text={title} />
        </h1>
        {about && <div className="about">{about}</div>}
      </header>
      {children}
    </>
  );
}

interface DetailProps<T> {
  readonly reading: Reading<T>;
  readonly children: (value: T) => ComponentChildren;
}

export function Detail<T>({ reading, children }: DetailProps<T>) {
  if (reading.state === 'loading') return <p className="empty">Loading…</p>;
  if (reading.state === 'failed') return <p className="unavailable">{reading.reason}</p>;
  return children(reading.value);
}
