import { useCallback, useState } from 'preact/hooks';
import type { ActionBodies } from '../../server/actions.ts';
import { inNamespace } from './namespace.ts';
import { CONSOLE_IS_GONE } from './use-read.ts';

/** Resolves with whether it worked. */
export type Act = <Name extends keyof ActionBodies>(name: Name, body: ActionBodies[Name]) => Promise<boolean>;

interface Outcome {
  readonly failed: boolean;
  readonly text: string;
}

export type ActionState = ReturnType<typeof useActions>;

export function useActions() {
  /** Those whose result is awaited; the page can be used meanwhile. */
  const [running, setRunning] = useState<readonly AbortController[]>([]);
  /** That of the last action, until it is dismissed or another action starts. */
  const [outcome, setOutcome] = useState<Outcome>();
  const act = useCallback<Act>(async (name, body) => {
    const waiting = new AbortController();
    setRunning((others) => [...others, waiting]);
    setOutcome(undefined);
    const result = await send(name, body, waiting.signal);
    setOutcome(result);
    setRunning((all) => all.filter((each) => each !== waiting));
    return !result.failed;
  }, []);
  const dismiss = useCallback(() => setOutcome(undefined), []);
  return { act, running, outcome, dismiss };
}

async function send(name: string, body: object | undefined, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(`/console/actions/${name}${inNamespace()}`, {
      method: 'POST',
      signal,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { message?: string; error?: string };
    return response.ok
      ? { failed: false, text: answer.message ?? 'Done.' }
      : { failed: true, text: answer.error ?? `The console responded with status ${response.status}.` };
  } catch {
    return signal.aborted
      ? { failed: false, text: 'No longer waited for. It may still happen.' }
      : { failed: true, text: CONSOLE_IS_GONE };
  }
}
