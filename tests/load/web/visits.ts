import { launchProfile } from '../../support/browser.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { loadPage, type PageLoad, PHONE } from './page-load.ts';

export const VISITS = ['first', 'second'] as const;
export type TwoVisits = Readonly<Record<(typeof VISITS)[number], PageLoad>>;

/**
 * A browser that has never seen the page, and the same one when it is opened again, with the profile that it left. A
 * browser with a profile asks for the manifest as well, which a private window does not.
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
    // The first page of a new browser pays for the browser.
    const page = await context.newPage();
    await page.goto('data:text/html,<p>Warm');
    return await loadPage(context, url);
  } finally {
    await context.close();
  }
}
