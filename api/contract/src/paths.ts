/** Every path of the product, relative to the one public origin. */

export const SITE_PATHS = {
  home: '/',
  faq: '/faq',
  aboutUs: '/AboutUs',
  caseStudies: '/caseStudies',
  booking: '/booking-page',
  pricing: '/subscribe',
  register: '/register',
  login: '/login',
  success: '/success',
  cancel: '/cancel',
  account: '/account',
  forgotPassword: '/forgot-password',
  /** Target of the links in the identity provider's e-mails. */
  accountAction: '/account-action',
  privacy: '/privacy',
  terms: '/terms',
} as const;

/** Names under which visitors look for a page. */
const ALIASES = {
  '/home': SITE_PATHS.home,
  '/about': SITE_PATHS.aboutUs,
  '/about-us': SITE_PATHS.aboutUs,
  '/case-studies': SITE_PATHS.caseStudies,
  '/case-study': SITE_PATHS.caseStudies,
  '/book': SITE_PATHS.booking,
  '/booking': SITE_PATHS.booking,
  '/contact': SITE_PATHS.booking,
  '/plans': SITE_PATHS.pricing,
  '/pricing': SITE_PATHS.pricing,
  '/sign-up': SITE_PATHS.register,
  '/signup': SITE_PATHS.register,
  '/log-in': SITE_PATHS.login,
  '/sign-in': SITE_PATHS.login,
  '/signin': SITE_PATHS.login,
} as const;

/** The path of each page by its own name and its aliases, in lower case. */
export const PAGE_PATHS: ReadonlyMap<string, string> = new Map([
  ...Object.entries(ALIASES),
  ...Object.values(SITE_PATHS).map((path) => [path.toLowerCase(), path] as const),
]);

/** The path of the page that a pathname means, in any case and with any trailing slashes. */
export const pagePath = (pathname: string): string | undefined =>
  PAGE_PATHS.get(pathname.toLowerCase().replace(/(?<=.)\/+$/, ''));

export const API_PATHS = {
  createCheckoutSession: '/api/v1/create-subscription-checkout-session',
  confirmPayment: '/api/v1/payment-success',
  createBillingPortalSession: '/api/v1/create-billing-portal-session',
  account: '/api/v1/account',
  createPlanChangeSession: '/api/v1/create-plan-change-session',
  keepPlan: '/api/v1/keep-plan',
  signOutEverywhere: '/api/v1/sign-out-everywhere',
  exportAccount: '/api/v1/export-account',
  deleteAccount: '/api/v1/delete-account',
  reportSetupProblem: '/api/v1/setup-problem',
  stripeWebhook: '/api/v1/stripe/webhook',
  live: '/api/health/live',
  ready: '/api/health/ready',
  docs: '/api/docs',
} as const;

/** Its content is described in `runtime-config.ts`. */
export const RUNTIME_CONFIG_PATH = '/runtime-config.json';

/** The only emulator paths that the front door forwards. */
export const EMULATED_PATHS = {
  /** Hosted checkout and billing portal pages. */
  stripe: '/emulated/stripe',
  /** The scheduling widget. */
  scheduling: '/emulated/scheduling',
  identityToolkit: '/identitytoolkit.googleapis.com',
  secureToken: '/securetoken.googleapis.com',
  databaseSocket: '/.ws',
  databaseLongPoll: '/.lp',
} as const;
