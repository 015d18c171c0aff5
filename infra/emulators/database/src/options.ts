import type { CommonOptions } from '@outharbor/emulator-kit/environment';
import { OPEN_RULES } from './namespace/rules-source.ts';
import type { TokenAuthority } from './tokens/token-authority.ts';

export type RulesOption =
  | string
  | { readonly rules: object }
  | { readonly namespaces: Readonly<Record<string, string | object>> };

export interface DatabaseEmulatorOptions extends CommonOptions {
  /** The text or object of a rules file for all namespaces, or `{ namespaces }` by name. Open when absent. */
  readonly rules?: RulesOption;
  /** A rules file for all namespaces, reloaded when it changes. Overrides `rules`. */
  readonly rulesFile?: string;
  /** Milliseconds between saves. A log keeps the writes since the last one, so that a crash loses none. */
  readonly saveIntervalMs?: number;
  /** Port of the control interface; disabled when absent, 0 picks a free port. */
  readonly controlPort?: number;
  /** Called with background problems, such as rules that do not load or a full disk. */
  readonly onWarning?: (message: string) => void;
  /** Silence after which a socket is pinged; after twice as long it is closed. */
  readonly heartbeatMs?: number;
  readonly maxBacklogBytes?: number;
  readonly maxNamespaces?: number;
  /** The database of a request that names none. Defaults to the name that Google's emulator uses. */
  readonly defaultDatabase?: string;
  /** Maximum concurrent clients per namespace (100 on the service's free plan); unlimited when absent. */
  readonly connectionLimit?: number;
  readonly maxBodyBytes?: number;
  readonly keepAliveMs?: number;
  /** Verifies tokens with an identity emulator's keys; any token is accepted when absent. */
  readonly tokenAuthority?: TokenAuthority;
  readonly allowOwner?: boolean;
  /** The host that clients are told to use from their second connection on; the first host when absent. */
  readonly secondHost?: string;
  /** Added in each direction; none when absent. */
  readonly latencyMs?: number;
}

const DEFAULTS = {
  port: 0,
  host: '127.0.0.1',
  defaultDatabase: 'fake-server',
  rules: OPEN_RULES as RulesOption,
  heartbeatMs: 45_000,
  maxBacklogBytes: 64 * 1024 * 1024,
  maxNamespaces: 1000,
  connectionLimit: Number.POSITIVE_INFINITY,
  maxBodyBytes: 256 * 1024 * 1024,
  saveIntervalMs: 1000,
  keepAliveMs: 30_000,
  latencyMs: 0,
  onWarning: (message: string): void => process.emitWarning(message),
};

export type Settings = typeof DEFAULTS & DatabaseEmulatorOptions;

export function withDefaults(options: DatabaseEmulatorOptions): Settings {
  return { ...DEFAULTS, ...options };
}
