import type { SITE_PATHS } from '@outharbor/contract/paths';
import { BRAND } from './brand.ts';
import { CLAIMS } from './claims.ts';

export interface PageSeo {
  readonly title: string;
  readonly description: string;
  /** Private pages are kept out of search engines and the sitemap. */
  readonly index: boolean;
}

type SitePath = (typeof SITE_PATHS)[keyof typeof SITE_PATHS];

export const SEO: Record<SitePath, PageSeo> = {
  '/': {
    title: `${BRAND.name}: LinkedIn and e-mail outreach that books meetings`,
    description: `Guaranteed booked meetings for business clients: we run your LinkedIn and e-mail outreach, ${CLAIMS.leadsPerMonth} leads and ${CLAIMS.salesCallsPerMonth} sales calls a month.`,
    index: true,
  },
  '/faq': {
    title: `F.A.Q · ${BRAND.name}`,
    description:
      'How the outreach works, who manages your campaigns, what the guarantee covers and when the first appointments come.',
    index: true,
  },
  '/AboutUs': {
    title: `About Us · ${BRAND.name}`,
    description: `About ${BRAND.name}, the agency for LinkedIn and e-mail outreach.`,
    index: true,
  },
  '/caseStudies': {
    title: `Case study: more than 15 calls in 5 weeks · ${BRAND.name}`,
    description:
      'How a small consultancy went from an empty pipeline to more than 15 sales calls in 5 weeks, several closed deals and one no-show.',
    index: true,
  },
  '/booking-page': {
    title: `Book a free discovery call · ${BRAND.name}`,
    description: 'Choose a time for a free 30-minute discovery session about your market and your outreach.',
    index: true,
  },
  '/subscribe': {
    title: `Pricing · ${BRAND.name}`,
    description:
      'Three monthly plans for outreach and sales support: Basic 500, Popular 1000 and Icebreaker 1499 US dollars a month.',
    index: true,
  },
  '/register': {
    title: `Register · ${BRAND.name}`,
    description: `Create your ${BRAND.name} account.`,
    index: false,
  },
  '/login': {
    title: `Login · ${BRAND.name}`,
    description: `Log in to your ${BRAND.name} account.`,
    index: false,
  },
  '/success': {
    title: `Payment successful · ${BRAND.name}`,
    description: 'Your payment was successful.',
    index: false,
  },
  '/cancel': {
    title: `Payment failed · ${BRAND.name}`,
    description: 'The payment was not completed.',
    index: false,
  },
};

export const ERROR_SEO: PageSeo = {
  title: `Unexpected Application Error! · ${BRAND.name}`,
  description: 'There is no page at this address.',
  index: false,
};
