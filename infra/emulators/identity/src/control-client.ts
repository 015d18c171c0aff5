import { controlClient, timeOf } from '@outharbor/emulator-kit/control-client';
import type { Control, Mail } from './control/control-types.ts';

export { namespaced as namespaceId } from '@outharbor/emulator-kit/namespace-name';
export type { Control, Mail, NamespaceControl } from './control/control-types.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control>(({ get, post }) => ({
  state: () => get('state'),
  mails: async () => (await get<{ mails: readonly Mail[] }>('mails')).mails,
  clock: () => get('clock'),
  now: () => timeOf(get('clock')),
  advanceTime: (by) => timeOf(post('clock/advance', typeof by === 'number' ? { milliseconds: by } : by)),
  rotateKeys: async () => void (await post('keys/rotate')),
  configure: (change) => post('configure', change),
  serviceAccount: () => get('service-account'),
}));
