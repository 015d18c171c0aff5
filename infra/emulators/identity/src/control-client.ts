import { controlClient, readTime } from '@outharbor/emulator-kit/control-client';
import { OPERATIONS, type SpecialOperation } from './control/control-routes.ts';
import type { Control } from './control/control-types.ts';

export { namespaced as namespaceId } from '@outharbor/emulator-kit/namespace-name';
export type { Control, Mail, NamespaceControl, Switches } from './control/control-types.ts';

export const { connectControl, connectNamespace, namespaces } = controlClient<Control, SpecialOperation>(
  OPERATIONS,
  (call) => ({
    now: () => readTime(call('GET', 'clock')),
    advanceTime: (by) =>
      readTime(call('POST', 'clock/advance', typeof by === 'number' ? { milliseconds: by } : by)),
  }),
);
