import { type FocusEvent, type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from './Icon.tsx';

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A menu button and its panel. The popover attributes open it, close it on Escape or a click outside, and tell
 * assistive technology, all without script. With script it also closes when the page one is on is chosen, or when the
 * focus moves on.
 */
export function Menu({ id, label, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const location = useLocation();
  const shownAt = useRef(location);
  useEffect(() => {
    // Only a choice closes the menu, of the page one is on as well: one that was opened before React arrived stays open.
    if (shownAt.current !== location) panel.current?.hidePopover();
    shownAt.current = location;
  }, [location]);
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) panel.current?.hidePopover();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it watches the focus of what stands in it
    <div className="menu" onBlur={closeOnLeaving}>
      <button className="menu-button" type="button" popoverTarget={id} aria-label={label}>
        <Icon name="menu" />
      </button>
      <div className="menu-panel" id={id} popover="auto" ref={panel}>
        {children}
      </div>
    </div>
  );
}
