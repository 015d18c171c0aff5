import { SITE_PATHS } from '@outharbor/contract/paths';
import { launchBrowser } from '../../infra/emulators/tests/support/browser.ts';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Comparison, Measurement } from '../../infra/emulators/tests/support/measurement.ts';
import { comparePages, visitInRounds } from './web/compare-pages.ts';
import { type Door, doorsOfMachine, embedded } from './web/doors.ts';
import { BARE, HOME_WITHOUT_SCRIPT } from './web/reference-pages.ts';
import { tapToNextPage } from './web/tap.ts';

export const title = 'The site on a slow phone (1.6 Mbit/s, 150 ms, 4× CPU)';

const ROUNDS = 5;
const PAGES = [
  BARE,
  HOME_WITHOUT_SCRIPT,
  SITE_PATHS.home,
  SITE_PATHS.faq,
  SITE_PATHS.aboutUs,
  SITE_PATHS.caseStudies,
  SITE_PATHS.booking,
  SITE_PATHS.pricing,
  SITE_PATHS.login,
  SITE_PATHS.register,
];

export async function measure(): Promise<(Measurement | Comparison)[]> {
  const results: (Measurement | Comparison)[] = [await measureTaps()];
  for (const open of await doorsOfMachine()) results.push(...(await within(open, comparePagesAt)));
  return results;
}

async function comparePagesAt({ name, url }: Door): Promise<Comparison[]> {
  const rounds = await visitInRounds(url, PAGES, ROUNDS);
  return comparePages(`Front door: ${name}`, rounds, PAGES, BARE);
}

async function measureTaps(): Promise<Measurement> {
  const times = await within(embedded, async ({ url }) => {
    const browser = await launchBrowser();
    try {
      const taken: number[] = [];
      for (let round = 0; round < ROUNDS; round += 1) taken.push(await tapToNextPage(browser, url, '/faq'));
      return taken;
    } finally {
      await browser.close();
    }
  });
  const note = `median of ${ROUNDS}, after hydration`;
  return { name: 'tap to next page painted', value: Math.round(median(times)), unit: 'ms', note };
}

async function within<T>(open: () => Promise<Door>, use: (door: Door) => Promise<T>): Promise<T> {
  const door = await open();
  try {
    return await use(door);
  } finally {
    await door.close();
  }
}
