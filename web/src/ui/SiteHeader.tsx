import { NavLink } from 'react-router-dom';
import { BOOK_CALL, HEADER_LINKS, MENU_LINKS, type NavigationItem } from '../content/navigation.ts';
import { ButtonLink } from './ButtonLink.tsx';
import { LogoLink } from './Logo.tsx';
import { Menu } from './Menu.tsx';

function Links({ items }: { readonly items: readonly NavigationItem[] }) {
  return (
    <ul>
      {items.map(({ label, to }) => (
        <li key={to}>
          <NavLink to={to} end>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

export function SiteHeader() {
  return (
    <header className="site-header">
      <div className="bar">
        <LogoLink />
        <nav className="wide-only" aria-label="Main">
          <Links items={HEADER_LINKS} />
          <ButtonLink {...BOOK_CALL} />
        </nav>
        <div className="narrow-only">
          <Menu id="site-menu" label="Menu">
            <nav aria-label="Main">
              <Links items={MENU_LINKS} />
            </nav>
          </Menu>
        </div>
      </div>
    </header>
  );
}
