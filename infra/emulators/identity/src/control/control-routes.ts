import { CLOCK_ROUTES, type ControlRoutes } from '@outharbor/emulator-kit/control-server';
import { anyObject } from '@outharbor/emulator-kit/json-reader';
import type { Control } from './control-types.ts';

export const CONTROL_ROUTES: ControlRoutes<Control> = {
  ...CLOCK_ROUTES,
  'GET /mails': async (project) => ({ mails: await project.mails() }),
  'POST /keys/rotate': (project) => project.rotateKeys(),
  'POST /configure': (project, { body }) => project.configure(body(anyObject)),
  'GET /service-account': (project) => project.serviceAccount(),
};
