import { SITE_PATHS } from '@outharbor/contract/paths';

export interface NavigationItem {
  readonly label: string;
  readonly to: string;
}

/** Desktop header links. */
export const HEADER_LINKS: readonly NavigationItem[] = [
  { label: 'Home', to: SITE_PATHS.home },
  { label: 'Case Studies', to: SITE_PATHS.caseStudies },
  { label: 'F.A.Q', to: SITE_PATHS.faq },
  { label: 'Pricing', to: SITE_PATHS.pricing },
];

/** Footer links, at every width. They include the pages missing from the mobile menu. */
export const FOOTER_LINKS: readonly NavigationItem[] = [
  { label: 'Pricing', to: SITE_PATHS.pricing },
  { label: 'Login', to: SITE_PATHS.login },
  { label: 'Privacy', to: SITE_PATHS.privacy },
  { label: 'Terms', to: SITE_PATHS.terms },
];
export const CONTACT = 'Contact';

export const BOOK_CALL: NavigationItem = { label: 'Book Free Call', to: SITE_PATHS.booking };

/** Mobile menu items. */
export const MENU_LINKS: readonly NavigationItem[] = [
  { label: 'Home', to: SITE_PATHS.home },
  { label: 'Case Studies', to: SITE_PATHS.caseStudies },
  { label: 'F.A.Q', to: SITE_PATHS.faq },
  BOOK_CALL,
];
