import type { RequestLogs } from '@outharbor/emulator-kit/state-file';
import { SERVICES } from '../rows.ts';
import type { ConsoleTargets } from './console-targets.ts';

/** The logs of the services that can be controlled, and that of the product's server, if it is kept here. */
export function requestLogs({ controls, saving, apiRequests }: ConsoleTargets): RequestLogs {
  const controlled = SERVICES.filter((name) => saving[name] !== undefined);
  return {
    ...Object.fromEntries(controlled.map((name) => [name, controls[name]])),
    ...(apiRequests && {
      api: {
        saveRequests: async () => apiRequests.whole(undefined),
        loadRequests: async (requests) => apiRequests.restore(undefined, requests),
      },
    }),
  };
}
