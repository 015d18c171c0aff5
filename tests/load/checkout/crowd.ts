import { setTimeout as pause } from 'node:timers/promises';

export interface Answer {
  readonly status: number;
  /** The header by which a refusal says when to come again. */
  readonly retryAfter: string | null;
}

export interface CrowdResult {
  /** Successes for each second until the last answer. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the calls that were answered 429 or 503 with the time to come again. */
  readonly refused: number;
  /** Share of the calls that were answered in any other way than with success or such a refusal. */
  readonly broken: number;
}

/** Resolves to the answer that a person got. */
export type Work = (person: number) => Promise<Answer>;

/** Lets `size` people do `work` over and over for some seconds: as much as there is capacity for. */
export async function crowd(size: number, seconds: number, work: Work): Promise<CrowdResult> {
  const tally = createTally();
  const person = async (index: number) => {
    while (tally.elapsed() < seconds) await tally.time(() => work(index));
  };
  await Promise.all(Array.from({ length: size }, (_, index) => person(index)));
  return tally.result();
}

/** People come `perSecond` for some seconds, whether those before them were served or not. */
export async function arrivals(perSecond: number, seconds: number, work: Work): Promise<CrowdResult> {
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

/** What `fetch` throws where a connection breaks. */
function unanswered(error: unknown): Answer {
  if (!(error instanceof TypeError)) throw error;
  return { status: 0, retryAfter: null };
}

function createTally() {
  const served: number[] = [];
  const started = performance.now();
  let refused = 0;
  let broken = 0;
  const elapsed = () => (performance.now() - started) / 1000;

  return {
    elapsed,
    async time(work: () => Promise<Answer>): Promise<void> {
      const begun = performance.now();
      const { status, retryAfter } = await work().catch(unanswered);
      if (status === 200) served.push(performance.now() - begun);
      else if ((status === 429 || status === 503) && retryAfter !== null) refused += 1;
      else broken += 1;
    },
    result(): CrowdResult {
      const sorted = served.toSorted((one, other) => one - other);
      const calls = served.length + refused + broken;
      return {
        perSecond: served.length / elapsed(),
        p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
        p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
        refused: refused / calls,
        broken: broken / calls,
      };
    },
  };
}
