import { SITE_PATHS } from '@outharbor/contract/paths';

export interface NavigationItem {
  readonly label: string;
  readonly to: string;
}

export const LINKS = {
  home: { label: 'Home', to: SITE_PATHS.home },
  caseStudies: { label: 'Case Studies', to: SITE_PATHS.caseStudies },
  faq: { label: 'F.A.Q', to: SITE_PATHS.faq },
  pricing: { label: 'Pricing', to: SITE_PATHS.pricing },
  login: { label: 'Login', to: SITE_PATHS.login },
  privacy: { label: 'Privacy', to: SITE_PATHS.privacy },
  terms: { label: 'Terms', to: SITE_PATHS.terms },
} as const satisfies Record<string, NavigationItem>;

export const BOOK_CALL: NavigationItem = { label: 'Book Free Call', to: SITE_PATHS.booking };

/** Desktop header links. */
export const HEADER_LINKS: readonly NavigationItem[] = [
  LINKS.home,
  LINKS.caseStudies,
  LINKS.faq,
  LINKS.pricing,
];

/** Mobile menu items. */
export const MENU_LINKS: readonly NavigationItem[] = [LINKS.home, LINKS.caseStudies, LINKS.faq, BOOK_CALL];

/** Footer links, at every width. They include the pages missing from the mobile menu. */
export const FOOTER_LINKS: readonly NavigationItem[] = [
  LINKS.pricing,
  LINKS.login,
  LINKS.privacy,
  LINKS.terms,
];

/** Footer links of the account pages, whose header has no others. */
export const ACCOUNT_FOOTER_LINKS: readonly NavigationItem[] = [
  LINKS.caseStudies,
  LINKS.faq,
  LINKS.pricing,
  LINKS.privacy,
  LINKS.terms,
];
export const CONTACT = 'Contact';
