import type { SITE_PATHS } from '@outharbor/contract/paths';
import { BRAND } from './brand.ts';

export type SitePath = (typeof SITE_PATHS)[keyof typeof SITE_PATHS];

/** The title of each page. Scripts need them after a navigation; what else seo.ts says they do not carry. */
export const TITLES: Record<SitePath, string> = {
  '/': `${BRAND.name}: LinkedIn and e-mail outreach that books meetings`,
  '/faq': `F.A.Q · ${BRAND.name}`,
  '/AboutUs': `About Us · ${BRAND.name}`,
  '/caseStudies': `Case study: more than 15 calls in 5 weeks · ${BRAND.name}`,
  '/booking-page': `Book a free discovery call · ${BRAND.name}`,
  '/subscribe': `Pricing · ${BRAND.name}`,
  '/register': `Register · ${BRAND.name}`,
  '/login': `Login · ${BRAND.name}`,
  '/success': `Payment successful · ${BRAND.name}`,
  '/cancel': `Payment failed · ${BRAND.name}`,
  '/forgot-password': `Forgot password · ${BRAND.name}`,
  '/account-action': `Your account · ${BRAND.name}`,
  '/account': `Account · ${BRAND.name}`,
  '/privacy': `Privacy · ${BRAND.name}`,
  '/terms': `Terms · ${BRAND.name}`,
};

export const ERROR_TITLE = `Unexpected Application Error! · ${BRAND.name}`;
