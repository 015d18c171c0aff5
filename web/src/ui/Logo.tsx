import { SITE_PATHS } from '@outharbor/contract/paths';
import { Link } from 'react-router-dom';
import { BRAND } from '../content/brand.ts';

/** The mark: a harbour light over two waves. */
function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 32 32" aria-hidden="true">
      <circle className="logo-light" cx="16" cy="10" r="5" />
      <path d="M3 21c4.3-4 8.7-4 13 0s8.7 4 13 0M3 27.5c4.3-4 8.7-4 13 0s8.7 4 13 0" />
    </svg>
  );
}

export function Logo() {
  return (
    <span className="logo">
      <LogoMark />
      {BRAND.name}
    </span>
  );
}

export function LogoLink() {
  return (
    <Link className="logo-link" to={SITE_PATHS.home} aria-label={`${BRAND.name} home page`}>
      <Logo />
    </Link>
  );
}
