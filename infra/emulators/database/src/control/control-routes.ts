import { type ControlRoutes, health } from '@outharbor/emulator-kit/control-server';
import type { DatabaseControl } from './control-types.ts';

export const CONTROL_ROUTES: ControlRoutes<DatabaseControl> = {
  'GET /health': (target) => health(target.health()),
  'POST /reset': (target, { query }) => target.reset(query.get('ns') ?? undefined),
  'GET /coverage': (target) => target.coverage(),
};
