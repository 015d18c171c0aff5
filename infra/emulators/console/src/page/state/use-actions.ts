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

export interface Action {
  readonly name: string;
  readonly started: number;
  readonly waiting: AbortController;
  /** Absent while it is awaited; the page can be used meanwhile. */
  readonly outcome?: Outcome;
}

export function useActions() {
  /** Those that are awaited, and the outcomes since the last one started. */
  const [actions, setActions] = useState<readonly Action[]>([]);
  const act = useCallback<Act>(async (path, body) => {
    const waiting = new AbortController();
    const name = body && 'scenario' in body ? body.scenario : path;
    setActions((all) => [
      ...all.filter(({ outcome }) => outcome === undefined),
      { name, waiting, started: Date.now() },
    ]);
    const outcome = await send(path, body, waiting.signal);
    setActions((all) => all.map((each) => (each.waiting === waiting ? { ...each, outcome } : each)));
    return !outcome.failed;
  }, []);
  const dismiss = useCallback((done: Action) => setActions((all) => all.filter((each) => each !== done)), []);
  return { act, actions, dismiss };
}

async function send(name: string, body: object | undefined, signal: AbortSignal): Promise<Outcome> {
  try {
    const response = await fetch(`/console/actions/${name}${inNamespace()}`, {
      method: 'POST',
      signal,
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const { message } = (await response.json()) as { readonly message: string };
    return { failed: !response.ok, text: message };
  } catch {
    return signal.aborted
      ? { failed: false, text: 'No longer waited for. It may still happen.' }
      : { failed: true, text: CONSOLE_IS_GONE };
  }
}
