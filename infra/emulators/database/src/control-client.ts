import { controlClient } from '@outharbor/emulator-kit/control-client';
import { OPERATIONS } from './control/control-routes.ts';
import type { Control } from './control/control-types.ts';

export type { Control, NamespaceControl, Switches } from './control/control-types.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control, 'reset'>(
  OPERATIONS,
  (call) => ({
    reset: async (database) => {
      await call('POST', database === undefined ? 'reset' : `reset?ns=${encodeURIComponent(database)}`);
    },
  }),
);
