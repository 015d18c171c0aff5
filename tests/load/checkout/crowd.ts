export interface CrowdResult {
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Share of the calls that were answered 429 or 503. */
  readonly refused: number;
  /** Share of the calls that were answered in any other way than with success or a refusal. */
  readonly broken: number;
}

/** Lets `size` people do `work` over and over for some seconds; `work` resolves to the answer's status. */
export async function crowd(
  size: number,
  seconds: number,
  work: (person: number, round: number) => Promise<number>,
): Promise<CrowdResult> {
  const times: number[] = [];
  const statuses: number[] = [];
  const started = performance.now();
  const person = async (index: number) => {
    for (let round = 0; performance.now() - started < seconds * 1000; round += 1) {
      const begun = performance.now();
      const status = await work(index, round);
      statuses.push(status);
      if (status === 200) times.push(performance.now() - begun);
    }
  };
  await Promise.all(Array.from({ length: size }, (_, index) => person(index)));
  const elapsed = (performance.now() - started) / 1000;
  const sorted = times.toSorted((one, other) => one - other);
  const refused = statuses.filter((status) => status === 429 || status === 503).length;
  return {
    perSecond: times.length / elapsed,
    p50: sorted[Math.floor(sorted.length * 0.5)] ?? 0,
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0,
    refused: refused / statuses.length,
    broken: (statuses.length - refused - times.length) / statuses.length,
  };
}
