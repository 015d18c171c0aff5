import {
  type CommonControl,
  type ControlCalls,
  commonControl,
  controlCalls,
  removeNamespace,
} from '@outharbor/emulator-kit/control-client';
import type { Control, NamespaceControl } from './control/control-types.ts';

export { namespacesOf as namespaces } from '@outharbor/emulator-kit/control-client';
export type { Control, NamespaceControl } from './control/control-types.ts';

/** Drives an emulator in another process. */
export function connectControl(controlUrl: string): Control & Pick<CommonControl, 'health'> {
  return controlOver(controlCalls(controlUrl));
}

/** The same for one of its namespaces, which begins when it is first used. */
export function connectNamespace(
  controlUrl: string,
  name: string,
): NamespaceControl & Pick<CommonControl, 'health'> {
  const calls = controlCalls(controlUrl, name);
  return { ...controlOver(calls), close: () => removeNamespace(calls) };
}

function controlOver(calls: ControlCalls): Control & Pick<CommonControl, 'health'> {
  return {
    ...commonControl(calls),
    reset: async (database?: string) => {
      await calls.post(database === undefined ? 'reset' : `reset?ns=${encodeURIComponent(database)}`);
    },
    state: () => calls.get('state'),
    coverage: () => calls.get('coverage'),
  };
}
