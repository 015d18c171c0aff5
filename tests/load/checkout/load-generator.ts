import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  /** The Retry-After header. */
  readonly retryAfter: string | null;
}

export interface LoadResult {
  /** Successful calls per second, until the last response. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of calls answered with 429 or 503 and Retry-After. */
  readonly rejected: number;
  /** Share of calls that neither succeeded nor were rejected like that. */
  readonly failed: number;
}

/** Makes one call as the given user. */
export type Work = (person: number) => Promise<Answer>;

/** Runs `work` repeatedly for `size` concurrent users, which measures the capacity. */
export async function closedLoop(size: number, seconds: number, work: Work): Promise<LoadResult> {
  const tally = createTally();
  const person = async (index: number) => {
    while (tally.elapsed() < seconds) await tally.time(() => work(index));
  };
  await Promise.all(Array.from({ length: size }, (_, index) => person(index)));
  return tally.result();
}

/** Starts `work` at a fixed rate, whether or not earlier calls have finished. */
export async function openLoop(perSecond: number, seconds: number, work: Work): Promise<LoadResult> {
  const tally = createTally();
  const under: Promise<void>[] = [];
  while (tally.elapsed() < seconds) {
    const due = Math.floor(tally.elapsed() * perSecond);
    for (let person = under.length; person < due; person += 1) under.push(tally.time(() => work(person)));
    await pause(5);
  }
  await Promise.all(under);
  return tally.result();
}

/** Maps a broken connection, for which `fetch` throws a TypeError, to an answer. */
function unanswered(error: unknown): Answer {
  if (!(error instanceof TypeError)) throw error;
  return { status: 0, retryAfter: null };
}

function createTally() {
  const served: number[] = [];
  const started = performance.now();
  let rejected = 0;
  let failed = 0;
  const elapsed = () => (performance.now() - started) / 1000;

  return {
    elapsed,
    async time(work: () => Promise<Answer>): Promise<void> {
      const begun = performance.now();
      const { status, retryAfter } = await work().catch(unanswered);
      if (status === 200) served.push(performance.now() - begun);
      else if ((status === 429 || status === 503) && retryAfter !== null) rejected += 1;
      else failed += 1;
    },
    result(): LoadResult {
      const sorted = served.toSorted((one, other) => one - other);
      const calls = served.length + rejected + failed;
      return {
        perSecond: served.length / elapsed(),
        p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        rejected: rejected / calls,
        failed: failed / calls,
      };
    },
  };
}
