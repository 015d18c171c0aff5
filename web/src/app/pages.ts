import { SITE_PATHS } from '@outharbor/contract/paths';
import { OfflinePage, OfflinePageWithHeader } from './OfflinePage.tsx';
import { type Preloadable, preloadable } from './preloadable.tsx';

/** What surrounds a page: the shared header, the toasts, or nothing. */
export type Shell = 'site' | 'account' | 'bare';

export interface Page {
  readonly path: string;
  readonly shell: Shell;
  readonly view: Preloadable;
  /** Chunk source, as the build's manifest names it. */
  readonly source: string;
}

const page = (path: string, shell: Shell, source: string, load: Parameters<typeof preloadable>[0]): Page => ({
  path,
  shell,
  source: `src/pages/${source}.tsx`,
  view: preloadable(load, shell === 'site' ? OfflinePage : OfflinePageWithHeader),
});

export const ACCOUNT_SHELL = preloadable(
  async () => (await import('./AccountShell.tsx')).AccountShell,
  OfflinePageWithHeader,
);

export const PAGES: readonly Page[] = [
  page(SITE_PATHS.home, 'site', 'Home', async () => (await import('../pages/Home.tsx')).HomePage),
  page(SITE_PATHS.faq, 'site', 'Faq', async () => (await import('../pages/Faq.tsx')).FaqPage),
  page(SITE_PATHS.aboutUs, 'site', 'AboutUs', async () => (await import('../pages/AboutUs.tsx')).AboutUsPage),
  page(
    SITE_PATHS.caseStudies,
    'site',
    'CaseStudy',
    async () => (await import('../pages/CaseStudy.tsx')).CaseStudyPage,
  ),
  page(SITE_PATHS.booking, 'site', 'Booking', async () => (await import('../pages/Booking.tsx')).BookingPage),
  page(
    SITE_PATHS.pricing,
    'account',
    'Pricing',
    async () => (await import('../pages/Pricing.tsx')).PricingPage,
  ),
  page(
    SITE_PATHS.register,
    'account',
    'Register',
    async () => (await import('../pages/Register.tsx')).RegisterPage,
  ),
  page(SITE_PATHS.login, 'account', 'Login', async () => (await import('../pages/Login.tsx')).LoginPage),
  page(
    SITE_PATHS.account,
    'account',
    'Account',
    async () => (await import('../pages/Account.tsx')).AccountPage,
  ),
  page(
    SITE_PATHS.forgotPassword,
    'account',
    'ForgotPassword',
    async () => (await import('../pages/ForgotPassword.tsx')).ForgotPasswordPage,
  ),
  page(
    SITE_PATHS.accountAction,
    'account',
    'AccountAction',
    async () => (await import('../pages/AccountAction.tsx')).AccountActionPage,
  ),
  page(
    SITE_PATHS.success,
    'account',
    'Success',
    async () => (await import('../pages/Success.tsx')).SuccessPage,
  ),
  page(SITE_PATHS.privacy, 'site', 'Privacy', async () => (await import('../pages/Privacy.tsx')).PrivacyPage),
  page(SITE_PATHS.terms, 'site', 'Terms', async () => (await import('../pages/Terms.tsx')).TermsPage),
  page(SITE_PATHS.cancel, 'bare', 'Cancel', async () => (await import('../pages/Cancel.tsx')).CancelPage),
];

export const NOT_FOUND_PAGE: Page = page(
  '*',
  'bare',
  'NotFound',
  async () => (await import('../pages/NotFound.tsx')).NotFoundPage,
);

/** Account pages that only a link leads to, or a mail. */
const ASIDE: readonly string[] = [SITE_PATHS.account, SITE_PATHS.forgotPassword, SITE_PATHS.accountAction];

/** The account pages that follow one another without a tap on a link that could announce the next one. */
export const NEXT_PAGES: readonly Page[] = PAGES.filter(
  ({ path, shell }) => shell === 'account' && !ASIDE.includes(path),
);

/** The page at a pathname; the router takes a trailing slash lightly, and so does this. */
export function pageAt(pathname: string): Page {
  const wanted = plain(pathname);
  return PAGES.find(({ path }) => plain(path) === wanted) ?? NOT_FOUND_PAGE;
}

const plain = (pathname: string) => pathname.replace(/(?<=.)\/+$/, '');

/** Fetches all that a page needs to render. */
export async function preloadPage(page: Page): Promise<void> {
  await Promise.all([page.view.preload(), page.shell === 'account' && ACCOUNT_SHELL.preload()]);
}

/** Whether a page can be rendered without waiting for anything. */
export function isLoaded({ view, shell }: Page): boolean {
  return view.isLoaded() && (shell !== 'account' || ACCOUNT_SHELL.isLoaded());
}
