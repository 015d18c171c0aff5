/** The program of `emulators-process.ts`. Its argument is the settings as JSON; it sends its addresses once all listen. */
import { Closing } from './closing.ts';
import { startEmulators } from './emulators.ts';

const SERVICES = ['identity', 'database', 'stripe', 'scheduling'] as const;
type ByService<T> = Readonly<Record<(typeof SERVICES)[number], T>>;
/** Loopback URLs. */
export type EmulatorAddresses = ByService<{ readonly url: string; readonly controlUrl: string | undefined }>;

export interface EmulatorSettings {
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Those of an earlier process. Without them each port is chosen as it is bound: a free port may be lost before. */
  readonly addresses?: EmulatorAddresses | undefined;
}

const { addresses, ...settings } = JSON.parse(process.argv[2] ?? '') as EmulatorSettings;
const ports = portsIn('url');
const at = (port: number) => ({ port, close: async () => undefined });
const closing = new Closing();
const close = () => void closing.close().then(() => process.exit(0));
process.once('SIGTERM', close);
// A terminal interrupts the whole process group; the parent ends this process in its turn.
process.on('SIGINT', () => undefined);
process.once('disconnect', close);
const emulators = await startEmulators(
  {
    ...settings,
    host: '127.0.0.1',
    ports: { ...ports, identity: at(ports.identity), database: at(ports.database), stripe: at(ports.stripe) },
    controlPorts: portsIn('controlUrl'),
  },
  closing,
);
process.send?.(byService((name) => ({ url: emulators[name].url, controlUrl: emulators[name].controlUrl })));

function portsIn(part: 'url' | 'controlUrl') {
  return byService((name) => Number(new URL(addresses?.[name][part] ?? 'http://any:0').port));
}

function byService<T>(make: (name: keyof ByService<T>) => T) {
  return Object.fromEntries(SERVICES.map((name) => [name, make(name)])) as ByService<T>;
}
