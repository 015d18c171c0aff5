import { BRAND } from '../content/brand.ts';
import { Logo } from './Logo.tsx';

export function SiteFooter() {
  return (
    <footer className="site-footer">
      <div className="bar">
        <Logo />
        <p>{BRAND.tagline}</p>
        <p>
          © {BRAND.copyrightYear} {BRAND.name}
        </p>
      </div>
    </footer>
  );
}
