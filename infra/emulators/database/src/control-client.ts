import { controlClient } from '@outharbor/emulator-kit/control-client';
import type { Control } from './control/control-types.ts';

export type { Control, NamespaceControl } from './control/control-types.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control>(({ get, post }) => ({
  reset: async (database) => {
    await post(database === undefined ? 'reset' : `reset?ns=${encodeURIComponent(database)}`);
  },
  state: () => get('state'),
  coverage: () => get('coverage'),
}));
