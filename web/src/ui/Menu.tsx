import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from './Icon.tsx';

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/** The popover works without script, which only closes it on navigation and when focus leaves it. */
export function Menu({ id, label, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const shownAt = useRef(location);
  useEffect(() => {
    // Closes on navigation, including to the current page, but not on mount: it may be open before hydration.
    if (shownAt.current !== location) panel.current?.hidePopover();
    shownAt.current = location;
  }, [location]);
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: watches the focus of its children
    <div className="menu" onBlur={closeOnLeaving}>
      <button className="menu-button" type="button" popoverTarget={id} aria-label={label}>
        <Icon name="menu" />
      </button>
      <div className="menu-panel panel" id={id} popover="auto" ref={panel}>
        {children}
      </div>
    </div>
  );
}
