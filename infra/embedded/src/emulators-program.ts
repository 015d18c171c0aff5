/** The program of `emulators-process.ts`. Its argument is the settings as JSON; it reports once when all listen. */
import { Closing } from './closing.ts';
import { type EmulatorsOptions, startEmulators } from './emulators.ts';

type Service = keyof NonNullable<EmulatorsOptions['controlPorts']>;

export interface EmulatorSettings {
  readonly publicUrl: string;
  readonly dataDir: string;
  readonly ports: Readonly<Record<Service, number>>;
  readonly controlPorts: Readonly<Record<Service, number>>;
}

const { ports, ...settings } = JSON.parse(process.argv[2] ?? '') as EmulatorSettings;
const at = (port: number) => ({ port, close: async () => undefined });
const closing = new Closing();
const close = () => void closing.close().then(() => process.exit(0));
process.once('SIGTERM', close);
// A terminal interrupts the whole process group; the parent ends this process in its turn.
process.on('SIGINT', () => undefined);
process.once('disconnect', close);
await startEmulators(
  {
    ...settings,
    host: '127.0.0.1',
    ports: { ...ports, identity: at(ports.identity), database: at(ports.database), stripe: at(ports.stripe) },
  },
  closing,
);
process.send?.('ready');
