import { startEmbeddedStack } from '@outharbor/embedded/embedded-stack';
import type { Browser } from 'playwright-core';
import type { Measurement } from '../../scripts/benchmark-report.ts';
import { launchBrowser } from '../support/browser.ts';
import { median, round } from './figures.ts';
import { loadPage, type PageLoad } from './web/page-load.ts';
import { copySite } from './web/site-copy.ts';
import { tapToNextPage } from './web/tap.ts';

export const title = 'The site on a slow phone (1.6 Mbit/s, 150 ms, 4× CPU, cold cache)';

const ROUNDS = 5;
const BARE = '/bare';
const HOME_WITHOUT_SCRIPT = '/home-without-script';
const PAGES = [
  BARE,
  HOME_WITHOUT_SCRIPT,
  '/',
  '/faq',
  '/AboutUs',
  '/caseStudies',
  '/booking-page',
  '/subscribe',
];

export async function measure(): Promise<Measurement[]> {
  const site = await copySite();
  const stack = await startEmbeddedStack({ siteDir: site.folder });
  try {
    const rounds: Map<string, PageLoad>[] = [];
    for (let round = 0; round < ROUNDS; round += 1) rounds.push(await loadAll(stack.url, round));
    return [...PAGES.flatMap((path) => report(path, rounds)), await measureTaps(stack.url)];
  } finally {
    await stack.close();
    await site.remove();
  }
}

async function measureTaps(origin: string): Promise<Measurement> {
  const browser = await launchBrowser();
  try {
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) times.push(await tapToNextPage(browser, origin, '/faq'));
    const note = `median of ${ROUNDS}, React there`;
    return { name: 'tap to next page painted', value: Math.round(median(times)), unit: 'ms', note };
  } finally {
    await browser.close();
  }
}

/** Every page once, in an order that moves on with each round, so that the machine's moods hit all alike. */
async function loadAll(origin: string, round: number): Promise<Map<string, PageLoad>> {
  const browser: Browser = await launchBrowser();
  try {
    const loads = new Map<string, PageLoad>();
    await loadPage(browser, `${origin}${BARE}`);
    for (const index of PAGES.keys()) {
      const path = PAGES[(index + round) % PAGES.length] ?? BARE;
      loads.set(path, await loadPage(browser, `${origin}${path}`));
    }
    return loads;
  } finally {
    await browser.close();
  }
}

function report(path: string, rounds: readonly Map<string, PageLoad>[]): Measurement[] {
  const of = (figure: (load: PageLoad) => number, page = path) =>
    rounds.flatMap((round) => round.get(page) ?? []).map(figure);
  const times = of(({ largestPaintMs }) => largestPaintMs);
  const against = (page: string) =>
    round(
      median(
        of(({ largestPaintMs }) => largestPaintMs, page).map((time, index) => (times[index] ?? 0) / time),
      ),
    );
  const name = (what: string) => `${path}: ${what}`;
  const note = `median of ${ROUNDS}`;
  const paint = { name: name('largest paint'), value: Math.round(median(times)), unit: 'ms', note };
  if (path === BARE) return [paint];
  const timesBare = { name: name('largest paint, in bare pages'), value: against(BARE), unit: '×', note };
  if (path === HOME_WITHOUT_SCRIPT) return [paint, timesBare];
  const kilobytes = (what: string, figure: (load: PageLoad) => number) => ({
    name: name(what),
    value: round(median(of(figure)) / 1000),
    unit: 'kB',
  });
  return [
    paint,
    timesBare,
    ...(path === '/'
      ? [
          {
            name: name('against itself without scripts'),
            value: against(HOME_WITHOUT_SCRIPT),
            unit: '×',
            note,
          },
        ]
      : []),
    kilobytes('first response', ({ documentBytes }) => documentBytes),
    kilobytes('until the load event', ({ bytesUntilLoad }) => bytesUntilLoad),
    kilobytes('all script', ({ scriptBytes }) => scriptBytes),
    kilobytes('everything, scrolled to the end', ({ totalBytes }) => totalBytes),
    { name: name('requests'), value: median(of(({ requests }) => requests)), unit: '' },
    { name: name('failed requests'), value: median(of(({ failed }) => failed)), unit: '' },
    {
      name: name('blocking time'),
      value: round(median(of(({ blockingMs }) => blockingMs))),
      unit: 'ms',
      note,
    },
    { name: name('layout shift'), value: round(median(of(({ layoutShift }) => layoutShift)), 4), unit: '' },
  ];
}
