import { launchProfile } from '../../../infra/emulators/tests/support/browser.ts';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { loadPage, type PageLoad, PHONE } from './page-load.ts';

export const VISITS = ['first', 'second'] as const;
export type TwoVisits = Readonly<Record<(typeof VISITS)[number], PageLoad>>;

/**
 * Visits a page with a new profile, then again after a browser restart with the same profile. Unlike a
 * private window, a browser with a profile also requests the manifest.
 */
export async function visitTwice(url: string): Promise<TwoVisits> {
  const profile = await temporaryFolder();
  try {
    return { first: await visit(profile.path, url), second: await visit(profile.path, url) };
  } finally {
    await profile.close();
  }
}

async function visit(profile: string, url: string): Promise<PageLoad> {
  const context = await launchProfile(profile, PHONE);
  try {
    // The first page of a new browser includes start-up costs.
    const page = await context.newPage();
    await page.goto('data:text/html,<p>Warm');
    return await loadPage(context, url);
  } finally {
    await context.close();
  }
}
