import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';

interface PlaceProps {
  readonly title: string;
  readonly about?: ReactNode;
  readonly children: ReactNode;
}

/** The content of one address. Its heading gets the focus when the address changes, for screen readers. */
export function Place({ title, about, children }: PlaceProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { pathname } = useLocation();
  const shown = useRef(pathname);
  useEffect(() => {
    document.title = `${title} · Console`;
    if (shown.current !== pathname) heading.current?.focus();
    shown.current = pathname;
  }, [title, pathname]);
  return (
    <>
      <header className="place">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {about && <div className="about">{about}</div>}
      </header>
      {children}
    </>
  );
}
