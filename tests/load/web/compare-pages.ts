import { median } from '../../../infra/emulators/tests/support/figures.ts';
import type { Comparison } from '../../../infra/emulators/tests/support/measurement.ts';
import type { PageLoad } from '../../support/page-load/page-load.ts';
import { type TwoVisits, VISITS, visitTwice } from '../../support/page-load/visits.ts';

/** Results of a round by path. */
type Round = ReadonlyMap<string, TwoVisits>;
type Figure = (load: PageLoad) => number;

/** Visits every page twice per round, rotating the order to spread changes in machine speed. */
export async function visitInRounds(
  origin: string,
  paths: readonly string[],
  rounds: number,
): Promise<Round[]> {
  const seen: Round[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const visits = new Map<string, TwoVisits>();
    for (const index of paths.keys()) {
      const path = paths[(index + round) % paths.length] ?? '/';
      visits.set(path, await visitTwice(`${origin}${path}`));
    }
    seen.push(visits);
  }
  return seen;
}

/** Returns a table per visit, with times relative to the page `bare` in the same round. */
export function comparePages(
  title: string,
  rounds: readonly Round[],
  paths: readonly string[],
  bare: string,
): Comparison[] {
  return VISITS.map((visit) => {
    const of = (path: string, figure: Figure) =>
      rounds.flatMap((round) => round.get(path)?.[visit] ?? []).map(figure);
    const middle = (path: string, figure: Figure) => median(of(path, figure));
    const ratios = (path: string, figure: Figure) => {
      const base = of(bare, figure);
      return of(path, figure).map((value, round) => value / (base[round] ?? Number.NaN));
    };
    const largest: Figure = ({ largestPaintMs }) => largestPaintMs;
    return {
      title: `${title}, ${visit} visit`,
      columns: COLUMNS,
      rows: paths.map((path) => {
        const relative = ratios(path, largest);
        const kilobytes = (figure: Figure) => (middle(path, figure) / 1000).toFixed(1);
        return [
          path,
          `${Math.round(middle(path, largest))} ms`,
          median(relative).toFixed(2),
          `${Math.min(...relative).toFixed(2)} to ${Math.max(...relative).toFixed(2)}`,
          median(ratios(path, ({ firstPaintMs }) => firstPaintMs)).toFixed(2),
          `${Math.round(middle(path, ({ blockingMs }) => blockingMs))} ms`,
          String(Number(middle(path, ({ layoutShift }) => layoutShift).toFixed(4))),
          kilobytes(({ documentBytes }) => documentBytes),
          kilobytes(({ bytesUntilLoad }) => bytesUntilLoad),
          kilobytes(({ scriptBytes }) => scriptBytes),
          kilobytes(({ totalBytes }) => totalBytes),
          `${middle(path, ({ requestsToServer }) => requestsToServer)} of ${middle(path, ({ requests }) => requests)}`,
          String(middle(path, ({ failed }) => failed)),
        ];
      }),
    };
  });
}

const COLUMNS = [
  'page',
  'largest paint',
  'relative to bare page',
  'range over rounds',
  'first paint, relative to bare page',
  'blocking time',
  'layout shift',
  'first response, kB',
  'until the load event, kB',
  'scripts, kB',
  'scrolled to the end, kB',
  'requests that reach the server',
  'failed',
];
