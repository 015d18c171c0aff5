/** A smaller difference is normal and harms nobody. */
const CLOCK_TOLERANCE_SECONDS = 300;

export interface ProviderClock {
  observe(headers: Headers): void;
  /** Whether a time, in Unix seconds, is still to come by either clock. */
  isFuture(seconds: number): boolean;
  /** Unix seconds by the clock that is behind. */
  earliest(): number;
}

/** Knows the provider's clock from its responses, because this machine's clock may be wrong. */
export function createProviderClock(reportWrong: (secondsAhead: number) => void): ProviderClock {
  let ahead = 0;
  const clocks = () => [Date.now() / 1000, Date.now() / 1000 - ahead];
  return {
    observe(headers) {
      const sent = Date.parse(headers.get('date') ?? '') / 1000 + Number(headers.get('age') ?? 0);
      const measured = Date.now() / 1000 - sent;
      ahead = Math.abs(measured) > CLOCK_TOLERANCE_SECONDS ? measured : 0;
      if (ahead !== 0) reportWrong(Math.round(ahead));
    },
    isFuture: (seconds) => seconds > Math.max(...clocks()) + CLOCK_TOLERANCE_SECONDS,
    earliest: () => Math.min(...clocks()),
  };
}
