import { parseArgs } from 'node:util';

export interface StartOptions {
  readonly port: number;
  readonly host: string;
  /** Forget what earlier runs kept. */
  readonly fresh: boolean;
}

/** `npm start -- --fresh`, with PORT and HOST from the environment. Throws what to do instead. */
export function readStartOptions(args: readonly string[], environment: NodeJS.ProcessEnv): StartOptions {
  const { values } = parseArgs({ args: [...args], options: { fresh: { type: 'boolean', default: false } } });
  const { PORT = '8080', HOST = '127.0.0.1' } = environment;
  const port = Number(PORT);
  if (!/^\d+$/.test(PORT) || port > 65_535) throw new Error(`PORT must be a port number, not '${PORT}'.`);
  return { port, host: HOST, fresh: values.fresh };
}
