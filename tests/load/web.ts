import { SITE_PATHS } from '@outharbor/contract/paths';
import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import { launchBrowser } from '../../infra/emulators/tests/support/browser.ts';
import { median } from '../../infra/emulators/tests/support/figures.ts';
import type { Comparison, Measurement } from '../../infra/emulators/tests/support/measurement.ts';
import type { PageLoad } from '../support/page-load/page-load.ts';
import { type TwoVisits, VISITS, visitTwice } from '../support/page-load/visits.ts';
import { tapToNextPage } from './web/tap.ts';

export const title = 'The site on a slow phone (1.6 Mbit/s, 150 ms, 4× CPU)';

const ROUNDS = 5;
const PAGES = [
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
  const stack = await startEmbeddedStack();
  try {
    return [await measureTaps(stack.url), ...(await measureVisits(stack.url))];
  } finally {
    await stack.close();
  }
}

async function measureTaps(origin: string): Promise<Measurement> {
  const browser = await launchBrowser();
  const times: number[] = [];
  try {
    for (let round = 0; round < ROUNDS; round += 1) times.push(await tapToNextPage(browser, origin, '/faq'));
  } finally {
    await browser.close();
  }
  const note = `median of ${ROUNDS}, after hydration`;
  return { name: 'tap to next page painted', value: Math.round(median(times)), unit: 'ms', note };
}

/** Visits every page once a round, so that a busy moment of the machine does not meet one page alone. */
async function measureVisits(origin: string): Promise<Comparison[]> {
  const visits = new Map<string, TwoVisits[]>(PAGES.map((path) => [path, []]));
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [path, seen] of visits) seen.push(await visitTwice(`${origin}${path}`));
  }
  return VISITS.map((visit) => ({
    title: `On the ${visit} visit`,
    columns: COLUMNS,
    rows: Array.from(visits, ([path, seen]) =>
      formatFigures(
        path,
        seen.map((both) => both[visit]),
      ),
    ),
  }));
}

const COLUMNS = [
  'page',
  'largest paint',
  'blocking time',
  'until the load event, kB',
  'scripts, kB',
  'scrolled to the end, kB',
];

function formatFigures(path: string, loads: readonly PageLoad[]): string[] {
  const middle = (figure: (load: PageLoad) => number) => median(loads.map(figure));
  const kilobytes = (figure: (load: PageLoad) => number) => (middle(figure) / 1000).toFixed(1);
  return [
    path,
    `${Math.round(middle(({ largestPaintMs }) => largestPaintMs))} ms`,
    `${Math.round(middle(({ blockingMs }) => blockingMs))} ms`,
    kilobytes(({ bytesUntilLoad }) => bytesUntilLoad),
    kilobytes(({ scriptBytes }) => scriptBytes),
    kilobytes(({ totalBytes }) => totalBytes),
  ];
}
