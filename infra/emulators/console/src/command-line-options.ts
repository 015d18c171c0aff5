import type { ConsoleOptions } from './console-server.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the start options from the environment; every fault in it is named in one error. */
export function readCommandLineOptions(env: Environment): ConsoleOptions & { readonly seedFile?: string } {
  const faults: string[] = [];
  const address = (name: string): string => {
    const value = env[name] ?? '';
    if (!/^https?:/.test(value) || !URL.canParse(value))
      faults.push(`${name} is not an http address: ${value}`);
    return value.replace(/\/+$/, '');
  };
  const port = env.PORT ?? '4000';
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) faults.push(`PORT is not a port: ${port}`);
  const options = {
    ...(env.SEED_FILE && { seedFile: env.SEED_FILE }),
    host: env.HOST ?? '127.0.0.1',
    port: Number(port),
    targets: {
      ...(env.PUBLIC_URL && { siteUrl: address('PUBLIC_URL') }),
      ...(env.API_URL && { apiUrl: address('API_URL') }),
      ...(env.ACTION_URL && { actionUrl: address('ACTION_URL') }),
      identityUrl: address('IDENTITY_URL'),
      databaseUrl: address('DATABASE_URL'),
      stripeControlUrl: address('STRIPE_CONTROL_URL'),
      schedulingControlUrl: address('SCHEDULING_CONTROL_URL'),
      projectId: env.FIREBASE_PROJECT_ID ?? 'demo-outharbor',
      databaseNamespace: env.DATABASE_NAMESPACE ?? 'demo-outharbor-default-rtdb',
    },
  };
  if (faults.length > 0) throw new Error(faults.join('; '));
  return options;
}
