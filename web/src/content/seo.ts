import { PLANS } from '@outharbor/contract/plans';
import { BRAND } from './brand.ts';
import { CLAIMS } from './claims.ts';
import { ERROR_TITLE, type SitePath, TITLES } from './titles.ts';

export interface PageSeo {
  readonly title: string;
  readonly description: string;
  /** Private pages are kept out of search engines and the sitemap. */
  readonly index: boolean;
}

const PRICES = new Intl.ListFormat('en-GB').format(PLANS.map(({ title, price }) => `${title} ${price}`));

export const SEO: Record<SitePath, PageSeo> = {
  '/': {
    title: TITLES['/'],
    description: `Guaranteed booked meetings for business clients: we run your LinkedIn and e-mail outreach, ${CLAIMS.leadsPerMonth} leads and ${CLAIMS.salesCallsPerMonth} sales calls a month.`,
    index: true,
  },
  '/faq': {
    title: TITLES['/faq'],
    description:
      'How the outreach works, who manages your campaigns, what the guarantee covers and when the first appointments come.',
    index: true,
  },
  '/AboutUs': {
    title: TITLES['/AboutUs'],
    description: `About ${BRAND.name}, the agency for LinkedIn and e-mail outreach.`,
    index: true,
  },
  '/caseStudies': {
    title: TITLES['/caseStudies'],
    description:
      'How a small consultancy went from an empty pipeline to more than 15 sales calls in 5 weeks, several closed deals and one no-show.',
    index: true,
  },
  '/booking-page': {
    title: TITLES['/booking-page'],
    description: 'Choose a time for a free 30-minute discovery session about your market and your outreach.',
    index: true,
  },
  '/subscribe': {
    title: TITLES['/subscribe'],
    description: `Monthly plans for outreach and sales support: ${PRICES} US dollars a month.`,
    index: true,
  },
  '/register': {
    title: TITLES['/register'],
    description: `Create your ${BRAND.name} account.`,
    index: false,
  },
  '/login': {
    title: TITLES['/login'],
    description: `Log in to your ${BRAND.name} account.`,
    index: false,
  },
  '/success': {
    title: TITLES['/success'],
    description: 'Your payment was successful.',
    index: false,
  },
  '/cancel': {
    title: TITLES['/cancel'],
    description: 'The payment was not completed.',
    index: false,
  },
  '/forgot-password': {
    title: TITLES['/forgot-password'],
    description: `Have a link mailed to you that sets a new password for ${BRAND.name}.`,
    index: false,
  },
  '/account-action': {
    title: TITLES['/account-action'],
    description: `Where a link that ${BRAND.name} mailed you leads.`,
    index: false,
  },
  '/account': {
    title: TITLES['/account'],
    description: `Your profile, plan and receipts at ${BRAND.name}.`,
    index: false,
  },
  '/privacy': {
    title: TITLES['/privacy'],
    description: `What ${BRAND.name} keeps about you, why, and what you can ask for.`,
    index: false,
  },
  '/terms': {
    title: TITLES['/terms'],
    description: `What holds between ${BRAND.name} and its clients.`,
    index: false,
  },
};

export const ERROR_SEO: PageSeo = {
  title: ERROR_TITLE,
  description: 'There is no page at this address.',
  index: false,
};
