import { useCallback, useState } from 'preact/hooks';
import type { ActionBodies } from '../../server/action-schemas.ts';
import { inNamespace } from './namespace.ts';

interface Actions extends ActionBodies {
  reset: undefined;
  seed: undefined;
  'scenarios/end-all': undefined;
  'state/load': object;
  'people/add': object;
  'people/add-ready': undefined;
}

/** Resolves with whether it worked. */
export type Act = <Name extends keyof Actions>(name: Name, body: Actions[Name]) => Promise<boolean>;

interface Outcome {
  readonly failed: boolean;
  readonly text: string;
}

export interface ActionState {
  readonly act: Act;
  readonly busy: boolean;
  /** Outcome of the last action, until it is dismissed or another action starts. */
  readonly outcome: Outcome | undefined;
  readonly dismiss: () => void;
}

/** Runs one action at a time. */
export function useActions(): ActionState {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>();
  const act = useCallback<Act>(async (name, body) => {
    setBusy(true);
    setOutcome(undefined);
    const result = await send(name, body);
    setOutcome(result);
    setBusy(false);
    return !result.failed;
  }, []);
  const dismiss = useCallback(() => setOutcome(undefined), []);
  return { act, busy, outcome, dismiss };
}

async function send(name: string, body: object | undefined): Promise<Outcome> {
  try {
    const response = await fetch(`/console/actions/${name}${inNamespace()}`, {
      method: 'POST',
      ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    });
    const answer = (await response.json()) as { message?: string; error?: string };
    return response.ok
      ? { failed: false, text: answer.message ?? 'Done.' }
      : { failed: true, text: answer.error ?? `The console responded with status ${response.status}.` };
  } catch {
    return { failed: true, text: 'The console is unreachable.' };
  }
}
