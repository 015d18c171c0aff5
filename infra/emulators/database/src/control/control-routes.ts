import { get, type Operations } from '@outharbor/emulator-kit/control-operations';
import { type ControlRoutes, health } from '@outharbor/emulator-kit/control-server';
import type { Control, DatabaseControl } from './control-types.ts';

export const OPERATIONS: Operations<Control, 'reset' | 'settle' | 'state'> = {
  coverage: get('coverage'),
};

export const ROUTES: ControlRoutes<DatabaseControl> = {
  'GET health': (target) => health(target.health()),
  'POST reset': (target, { query }) => target.reset(query.get('ns') ?? undefined),
};
