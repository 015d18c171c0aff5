import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Details } from '../../model/details.ts';
import type { Area } from '../../rows.ts';
import { useAddress } from '../state/address.ts';
import { useConsole } from '../state/console-context.ts';
import { type Reading, useRead } from '../state/use-read.ts';
import { Breakable, CopyLink, Go } from './Go.tsx';

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

interface DetailPlaceProps<A extends Area> {
  readonly area: A;
  readonly id: string;
  /** What it depends on besides its area. */
  readonly version?: string;
  /** Before it is read, too. */
  readonly title: (value?: Details[A]) => string;
  /** Where the others are, when absent. */
  readonly about?: ComponentChildren;
  readonly children: (value: Details[A]) => ComponentChildren;
}

/** One of what an area lists. */
export function DetailPlace<A extends Area>(props: DetailPlaceProps<A>) {
  const { area, id, version = '', title, about, children } = props;
  const { overview } = useConsole();
  const path = `${area}/${encodeURIComponent(id)}`;
  const reading = useRead<Details[A]>(path, overview.versions[area] + version);
  const person = reading.state === 'read' ? personIn(reading.value) : null;
  return (
    <Place
      title={title(reading.state === 'read' ? reading.value : undefined)}
      about={
        <>
          {about ?? <Go to={[area]}>All {area}</Go>}
          <CopyLink />
          {person && (
            <Go to={['people', person]} query={{ at: `${area}-${id}` }}>
              In the story
            </Go>
          )}
        </>
      }
    >
      <Detail reading={reading}>{children}</Detail>
    </Place>
  );
}

/** Whose it is, if somebody's. */
function personIn(detail: object): string | null {
  const { row } = { row: detail, ...detail } as { readonly row: { readonly person?: unknown } | null };
  return typeof row?.person === 'string' ? row.person : null;
}
