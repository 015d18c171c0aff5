import { OPEN_RULES } from './namespace/rules-source.ts';
import type { TokenAuthority } from './tokens/token-authority.ts';

export type RulesOption =
  | string
  | { readonly rules: object }
  | { readonly namespaces: Readonly<Record<string, string | object>> };

export interface DatabaseEmulatorOptions {
  /** 0, the default, takes any free port. */
  readonly port?: number;
  readonly host?: string;
  /** The text or the object of a rules file for all namespaces, or `{ namespaces }` by name. Open when absent. */
  readonly rules?: RulesOption;
  /** A rules file for all namespaces, read again whenever it changes. Takes the place of `rules`. */
  readonly rulesFile?: string;
  /** Where the state is kept; in memory alone when absent. */
  readonly dataDir?: string;
  /** How many milliseconds of writes a crash may lose at most. */
  readonly saveIntervalMs?: number;
  /** Port of the control routes; none when absent, 0 for any free one. */
  readonly controlPort?: number;
  /** Called with what goes wrong behind the scenes: rules that do not load, a full disk. */
  readonly onWarning?: (message: string) => void;
  /** Silence after which a socket is pinged; after twice that it is dropped. */
  readonly heartbeatMs?: number;
  /** Bytes that may wait for a client that does not read. */
  readonly maxBacklogBytes?: number;
  readonly maxNamespaces?: number;
  /** How many clients a namespace accepts at a time (100 on the service's free plan); any number when absent. */
  readonly connectionLimit?: number;
  /** The largest REST body, in bytes. */
  readonly maxBodyBytes?: number;
  /** Milliseconds without a long poll after which its session ends. */
  readonly pollTimeoutMs?: number;
  /** Milliseconds between keep-alive events on an event stream. */
  readonly keepAliveMs?: number;
  /** Verifies tokens by the keys of an identity emulator; without one any token is believed. */
  readonly tokenAuthority?: TokenAuthority;
  /** Accepts `owner` as the administrator although there is a `tokenAuthority`. */
  readonly allowOwner?: boolean;
  /** The host that clients are told to use from their second connection on; the first one when absent. */
  readonly secondHost?: string;
  /** Added latency in each direction, in milliseconds; none when absent. */
  readonly latencyMs?: number;
}

const DEFAULTS = {
  port: 0,
  host: '127.0.0.1',
  rules: OPEN_RULES as RulesOption,
  heartbeatMs: 45_000,
  maxBacklogBytes: 64 * 1024 * 1024,
  maxNamespaces: 1000,
  connectionLimit: Number.POSITIVE_INFINITY,
  maxBodyBytes: 256 * 1024 * 1024,
  saveIntervalMs: 1000,
  pollTimeoutMs: 60_000,
  keepAliveMs: 30_000,
  latencyMs: 0,
  onWarning: (message: string): void => process.emitWarning(message),
};

export type Settings = typeof DEFAULTS & DatabaseEmulatorOptions;

export function withDefaults(options: DatabaseEmulatorOptions): Settings {
  return { ...DEFAULTS, ...options };
}
