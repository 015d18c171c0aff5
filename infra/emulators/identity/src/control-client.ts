import {
  type CommonControl,
  type ControlCalls,
  commonControl,
  controlCalls,
  removeNamespace,
  timeOf,
} from '@outharbor/emulator-kit/control-client';
import type { Control, Mail, NamespaceControl } from './control/control-types.ts';

export { namespacesOf as namespaces } from '@outharbor/emulator-kit/control-client';
export { namespaced as namespaceId } from '@outharbor/emulator-kit/namespace-name';
export type { Control, Mail, NamespaceControl } from './control/control-types.ts';

/** Drives an emulator in another process; the same calls as the handle of one in this process. */
export function connectControl(controlUrl: string): Control & CommonControl {
  return controlOver(controlCalls(controlUrl));
}

/** The same for one of its namespaces, which begins when it is first used. */
export function connectNamespace(controlUrl: string, name: string): NamespaceControl & CommonControl {
  const calls = controlCalls(controlUrl, name);
  return { ...controlOver(calls), close: () => removeNamespace(calls) };
}

function controlOver(calls: ControlCalls): Control & CommonControl {
  const { get, post } = calls;
  return {
    ...commonControl(calls),
    state: () => get('state'),
    mails: async () => (await get<{ mails: readonly Mail[] }>('mails')).mails,
    clock: () => get('clock'),
    now: () => timeOf(get('clock')),
    advanceTime: (by) => timeOf(post('clock/advance', typeof by === 'number' ? { milliseconds: by } : by)),
    rotateKeys: async () => void (await post('keys/rotate')),
    configure: (change) => post('configure', change),
    serviceAccount: () => get('service-account'),
  };
}
