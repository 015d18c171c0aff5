import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { ConsoleOptions } from './console-server.ts';

const DEFAULT_PORT = 4000;

/** Reads the command's options. Throws one error that names every missing or invalid variable. */
export function optionsFromEnvironment(
  environment: Environment,
): Omit<ConsoleOptions, 'seed'> & { readonly seedFile?: string } {
  return readEnvironment(environment, ({ text, port, url, fault }) => {
    const secretKey = text('STRIPE_SECRET_KEY');
    const services = {
      ...named('identityUrl', url('IDENTITY_URL')),
      ...named('identityControlUrl', url('IDENTITY_CONTROL_URL')),
      ...named('databaseUrl', url('DATABASE_URL')),
      ...named('databaseControlUrl', url('DATABASE_CONTROL_URL')),
      ...named('stripeUrl', url('STRIPE_URL')),
      ...named('stripeControlUrl', url('STRIPE_CONTROL_URL')),
      ...named('schedulingControlUrl', url('SCHEDULING_CONTROL_URL')),
    };
    if (Object.keys(services).length === 0)
      fault('STRIPE_CONTROL_URL, IDENTITY_URL, DATABASE_URL or SCHEDULING_CONTROL_URL must be set');
    const siteUrl = url('PUBLIC_URL');
    const apiUrl = url('API_URL');
    const actionUrl = url('ACTION_URL');
    return {
      seedFile: text('SEED_FILE'),
      host: text('HOST'),
      port: port('PORT') ?? DEFAULT_PORT,
      targets: {
        ...(siteUrl && { siteUrl }),
        ...(apiUrl && { apiUrl }),
        ...(actionUrl && { actionUrl }),
        ...services,
        ...(secretKey !== undefined && { stripeSecretKey: secretKey }),
        projectId: text('FIREBASE_PROJECT_ID') ?? 'demo-outharbor',
        databaseNamespace: text('DATABASE_NAMESPACE') ?? 'demo-outharbor-default-rtdb',
      },
    };
  });
}

function named<Name extends string>(name: Name, address: string | undefined): { [K in Name]?: string } {
  return address === undefined ? {} : ({ [name]: address } as { [K in Name]?: string });
}
