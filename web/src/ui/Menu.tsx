import { type ReactNode, useEffect, useRef } from 'react';
import { useLocation } from 'react-router-dom';
import { Icon } from './Icon.tsx';

interface MenuProps {
  readonly id: string;
  readonly label: string;
  readonly children: ReactNode;
}

/**
 * A menu button and its panel. The popover attributes open it, close it on Escape or a click outside, and tell
 * assistive technology, all without script.
 */
export function Menu({ id, label, children }: MenuProps) {
  const panel = useRef<HTMLDivElement>(null);
  const { pathname } = useLocation();
  const shownOn = useRef(pathname);
  useEffect(() => {
    // Only a change of page closes the menu: one that was opened before React arrived stays open.
    if (shownOn.current !== pathname) panel.current?.hidePopover();
    shownOn.current = pathname;
  }, [pathname]);
  return (
    <div className="menu">
      <button className="menu-button" type="button" popoverTarget={id} aria-label={label}>
        <Icon name="menu" />
      </button>
      <div className="menu-panel" id={id} popover="auto" ref={panel}>
        {children}
      </div>
    </div>
  );
}
