import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { ConsoleOptions } from './console-server.ts';

const DEFAULT_PORT = 4000;

/** Reads the command's options. Throws one error that names every missing or invalid variable. */
export function optionsFromEnvironment(
  environment: Environment,
): Omit<ConsoleOptions, 'seed'> & { readonly seedFile?: string } {
  return readEnvironment(environment, ({ text, port, url, fault }) => {
    const required = (name: string): string => {
      const address = url(name);
      if (!environment[name]) fault(`${name} must be an http or https URL`);
      return address ?? '';
    };
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
        identityUrl: required('IDENTITY_URL'),
        databaseUrl: required('DATABASE_URL'),
        stripeControlUrl: required('STRIPE_CONTROL_URL'),
        schedulingControlUrl: required('SCHEDULING_CONTROL_URL'),
        projectId: text('FIREBASE_PROJECT_ID') ?? 'demo-outharbor',
        databaseNamespace: text('DATABASE_NAMESPACE') ?? 'demo-outharbor-default-rtdb',
      },
    };
  });
}
