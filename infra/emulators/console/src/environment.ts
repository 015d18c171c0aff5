import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { ConsoleOptions } from './console-server.ts';

const DEFAULT_PORT = 4000;

/** Reads the command's options. Throws one error that names every missing or invalid variable. */
export function optionsFromEnvironment(
  environment: Environment,
): ConsoleOptions & { readonly seedFile?: string; readonly apiLogPort?: number } {
  return readEnvironment(environment, ({ text, port, url, fault }) => {
    const services = {
      identityUrl: url('IDENTITY_URL'),
      identityControlUrl: url('IDENTITY_CONTROL_URL'),
      databaseUrl: url('DATABASE_URL'),
      databaseControlUrl: url('DATABASE_CONTROL_URL'),
      stripeUrl: url('STRIPE_URL'),
      stripeControlUrl: url('STRIPE_CONTROL_URL'),
      schedulingControlUrl: url('SCHEDULING_CONTROL_URL'),
    };
    if (Object.values(services).every((address) => address === undefined))
      fault('STRIPE_CONTROL_URL, IDENTITY_URL, DATABASE_URL or SCHEDULING_CONTROL_URL must be set');
    return {
      seedFile: text('SEED_FILE'),
      apiLogPort: port('API_LOG_PORT'),
      host: text('HOST'),
      port: port('PORT') ?? DEFAULT_PORT,
      targets: {
        siteUrl: url('PUBLIC_URL'),
        apiUrl: url('API_URL'),
        actionUrl: url('ACTION_URL'),
        ...services,
        stripeSecretKey: text('STRIPE_SECRET_KEY'),
        projectId: text('FIREBASE_PROJECT_ID') ?? 'demo-outharbor',
        databaseNamespace: text('DATABASE_NAMESPACE') ?? 'demo-outharbor-default-rtdb',
      },
    };
  });
}
