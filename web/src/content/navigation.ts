import { SITE_PATHS } from '@outharbor/contract/paths';

export interface NavigationItem {
  readonly label: string;
  readonly to: string;
}

/** Header links on a wide screen. */
export const HEADER_LINKS: readonly NavigationItem[] = [
  { label: 'Home', to: SITE_PATHS.home },
  { label: 'Case Studies', to: SITE_PATHS.caseStudies },
  { label: 'F.A.Q', to: SITE_PATHS.faq },
  { label: 'Pricing', to: SITE_PATHS.pricing },
];

/** Footer links, at every width: what the small menu leaves out, and where to turn to. */
export const FOOTER_LINKS: readonly NavigationItem[] = [
  { label: 'Pricing', to: SITE_PATHS.pricing },
  { label: 'Login', to: SITE_PATHS.login },
  { label: 'Privacy', to: SITE_PATHS.privacy },
  { label: 'Terms', to: SITE_PATHS.terms },
];
export const CONTACT = 'Contact';

export const BOOK_CALL: NavigationItem = { label: 'Book Free Call', to: SITE_PATHS.booking };

/** Items of the menu on a small screen. */
export const MENU_LINKS: readonly NavigationItem[] = [
  { label: 'Home', to: SITE_PATHS.home },
  { label: 'Case Studies', to: SITE_PATHS.caseStudies },
  { label: 'F.A.Q', to: SITE_PATHS.faq },
  BOOK_CALL,
];
