import { Link } from 'react-router-dom';
import { BRAND } from '../content/brand.ts';
import { CONTACT, type NavigationItem } from '../content/navigation.ts';
import { Logo } from './Logo.tsx';

export function SiteFooter({ links }: { readonly links: readonly NavigationItem[] }) {
  return (
    <footer className="site-footer">
      <div className="bar">
        <Logo />
        <p>{BRAND.tagline}</p>
        <nav aria-label="Footer">
          <ul>
            {links.map(({ label, to }) => (
              <li key={to}>
                <Link to={to}>{label}</Link>
              </li>
            ))}
            <li>
              <a href={`mailto:${BRAND.email}`}>{CONTACT}</a>
            </li>
          </ul>
        </nav>
        <p>
          © {BRAND.copyrightYear} {BRAND.name}
        </p>
      </div>
    </footer>
  );
}
