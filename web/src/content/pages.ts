import { SITE_PATHS } from '@outharbor/contract/paths';
import { PLANS, planPriceText } from '@outharbor/contract/plans';
import { ABOUT_US_TEXT } from './about-us.ts';
import { BRAND } from './brand.ts';
import { CLAIMS } from './claims.ts';

export type PageName = keyof typeof SITE_PATHS | 'notFound';

/** What surrounds a page: shared header and footer, offline notice and toasts, or nothing. */
export type Shell = 'site' | 'account' | 'bare';

export interface PageEntry {
  readonly title: string;
  readonly shell: Shell;
  /** Fetched when a link to it is used, not together with the other account pages. */
  readonly onDemand?: true;
}

/** Every page. The key sets path and component: `aboutUs` has `SITE_PATHS.aboutUs` and `AboutUs.tsx`. */
export const PAGE_ENTRIES: Record<PageName, PageEntry> = {
  home: { title: `${BRAND.name}: LinkedIn and e-mail outreach that books meetings`, shell: 'site' },
  faq: { title: `F.A.Q · ${BRAND.name}`, shell: 'site' },
  aboutUs: { title: `About Us · ${BRAND.name}`, shell: 'site' },
  caseStudies: { title: `Case study: more than 15 calls in 5 weeks · ${BRAND.name}`, shell: 'site' },
  booking: { title: `Book a free discovery call · ${BRAND.name}`, shell: 'site' },
  pricing: { title: `Pricing · ${BRAND.name}`, shell: 'account' },
  register: { title: `Register · ${BRAND.name}`, shell: 'account' },
  login: { title: `Login · ${BRAND.name}`, shell: 'account' },
  success: { title: `Payment successful · ${BRAND.name}`, shell: 'account' },
  cancel: { title: `Payment failed · ${BRAND.name}`, shell: 'bare' },
  forgotPassword: { title: `Forgot password · ${BRAND.name}`, shell: 'account', onDemand: true },
  accountAction: { title: `Your account · ${BRAND.name}`, shell: 'account', onDemand: true },
  account: { title: `Account · ${BRAND.name}`, shell: 'account', onDemand: true },
  privacy: { title: `Privacy · ${BRAND.name}`, shell: 'site' },
  terms: { title: `Terms · ${BRAND.name}`, shell: 'site' },
  notFound: { title: `Unexpected Application Error! · ${BRAND.name}`, shell: 'bare' },
};

/** The day on which a text of a public page last changed, for the sitemap. */
export const CONTENT_CHANGED = '2026-11-28';

export interface PageDocument {
  readonly description: string;
  /** Private pages are kept out of search engines and the sitemap. */
  readonly index: boolean;
  /** When React starts: on load, on load only if a session is likely, or on first intent; see decision 50. */
  readonly start: 'load' | 'session' | 'intent';
}

const pricesInWords = () =>
  new Intl.ListFormat('en-GB').format(PLANS.map((plan) => `${plan.title} ${planPriceText(plan)}`));

const indexed = (description: string): PageDocument => ({ description, index: true, start: 'intent' });
const unlisted = (description: string): PageDocument => ({ description, index: false, start: 'intent' });
const personal = (description: string): PageDocument => ({ description, index: false, start: 'load' });

/** Metadata used only in prerendered pages. A function, so that the bundler can drop it from the scripts. */
export const pageDocuments = (): Record<PageName, PageDocument> => ({
  home: indexed(
    `Guaranteed booked meetings for business clients: we run your LinkedIn and e-mail outreach, ${CLAIMS.leadsPerMonth} leads and ${CLAIMS.salesCallsPerMonth} sales calls a month.`,
  ),
  faq: indexed(
    'How the outreach works, who manages your campaigns, what the guarantee covers and when the first appointments come.',
  ),
  aboutUs: {
    ...indexed(`About ${BRAND.name}, the agency for LinkedIn and e-mail outreach.`),
    index: ABOUT_US_TEXT.length > 0,
  },
  caseStudies: indexed(
    'How a small consultancy went from an empty pipeline to more than 15 sales calls in 5 weeks, several closed deals and one no-show.',
  ),
  booking: {
    ...indexed('Choose a time for a free 30-minute discovery session about your market and your outreach.'),
    start: 'load',
  },
  pricing: {
    ...indexed(`Monthly plans for outreach and sales support: ${pricesInWords()} a month.`),
    start: 'session',
  },
  register: personal(`Create your ${BRAND.name} account.`),
  login: personal(`Log in to your ${BRAND.name} account.`),
  success: personal('Your payment was successful.'),
  cancel: unlisted('The payment was not completed.'),
  forgotPassword: personal(`Get a link to set a new password for ${BRAND.name}.`),
  accountAction: personal(`Confirm a change to your ${BRAND.name} account.`),
  account: personal(`Your profile, plan and receipts at ${BRAND.name}.`),
  privacy: unlisted(`What ${BRAND.name} keeps about you, why, and what you can ask for.`),
  terms: unlisted(`The terms between ${BRAND.name} and its clients.`),
  notFound: unlisted('There is no page at this address.'),
});

/** Every page with a path, in the order of `SITE_PATHS`. */
export const PAGE_NAMES = Object.keys(SITE_PATHS) as (keyof typeof SITE_PATHS)[];
