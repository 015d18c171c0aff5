import { setTimeout as wait } from 'node:timers/promises';
import { reasonIn } from '../reason-in.ts';
import type { ConsoleTargets } from '../targets/console-targets.ts';

const PATIENCE_MS = 10_000;

type Settling = Pick<ConsoleTargets, 'running' | 'stripe' | 'scheduling'>;

/**
 * Waits until the webhooks are delivered. What happened has happened, even if the product's server fails or hangs, so that
 * this resolves with what to add to the message about it, and after ten seconds in any case.
 */
export async function settled({ running, stripe, scheduling }: Settling): Promise<string> {
  const giveUp = new AbortController();
  const late = wait(
    PATIENCE_MS,
    ' Its webhooks are still being delivered: the server takes its time.',
    giveUp,
  );
  const all = Promise.all([running.stripe && stripe.settle(), running.scheduling && scheduling.settle()]);
  const told = all.then(
    () => '',
    (error: unknown) => failureIn(reasonIn(error)),
  );
  const result = await Promise.race([told, late]);
  giveUp.abort();
  late.catch(() => undefined);
  return result;
}

function failureIn(reason: string): string {
  const [, count, first] = /^(\d+) webhook deliver\w+ fails?: \S+, (.*)$/.exec(reason) ?? [];
  if (count === undefined) return ` But waiting for its webhooks failed: ${reason}`;
  return ` But ${count} of its webhooks fail, first ${first}. Webhooks, filtered by failing, shows them.`;
}
