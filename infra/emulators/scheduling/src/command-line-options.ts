import type { SchedulingEmulatorOptions } from './scheduling-emulator.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Reads the start options from the environment; every fault in it is named in one error. */
export function readCommandLineOptions(env: Environment): SchedulingEmulatorOptions {
  const faults: string[] = [];
  const port = (name: string, usual: number): number => {
    const value = env[name] ?? String(usual);
    if (!/^\d{1,5}$/.test(value) || Number(value) > 65_535) faults.push(`${name} is not a port: ${value}`);
    return Number(value);
  };
  const url = (name: string): string | undefined => {
    const value = env[name];
    if (value !== undefined && !(URL.canParse(value) && /^https?:/.test(value))) {
      faults.push(`${name} is not an http address: ${value}`);
    }
    return value;
  };
  const publicUrl = url('PUBLIC_URL');
  const apiUrl = url('API_URL');
  const webhookUrl = url('WEBHOOK_URL');
  const signingKey = env.WEBHOOK_SIGNING_KEY;
  if (webhookUrl && !signingKey) faults.push('WEBHOOK_URL needs WEBHOOK_SIGNING_KEY');
  const options: SchedulingEmulatorOptions = {
    host: env.HOST ?? '127.0.0.1',
    port: port('PORT', 4010),
    controlPort: port('CONTROL_PORT', 4011),
    ...(publicUrl && { publicUrl }),
    ...(apiUrl && { apiUrl }),
    ...(env.PAGES_PATH && { pagesPath: env.PAGES_PATH.replace(/\/$/, '') }),
    ...(env.DATA_DIR && { dataDir: env.DATA_DIR }),
    ...(env.API_TOKEN && { apiToken: env.API_TOKEN }),
    ...(webhookUrl && signingKey && { webhookEndpoints: [{ url: webhookUrl, signingKey }] }),
  };
  if (faults.length > 0) throw new Error(faults.join('; '));
  return options;
}
