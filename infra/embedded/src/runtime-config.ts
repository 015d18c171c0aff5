import type { RuntimeConfig } from '@outharbor/contract/runtime-config';
import { EMULATED } from './emulated-environment.ts';

export const EMULATED_RUNTIME_CONFIG: RuntimeConfig = {
  emulated: true,
  firebase: {
    apiKey: EMULATED.webApiKey,
    projectId: EMULATED.projectId,
    authDomain: `${EMULATED.projectId}.firebaseapp.com`,
    databaseUrl: null,
    databaseNamespace: EMULATED.databaseNamespace,
  },
  checkout: { allowedOrigins: ['self'] },
  scheduling: { url: EMULATED.schedulingEventPath },
};
