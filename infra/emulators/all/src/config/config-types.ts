import type { EventType } from '@outharbor/scheduling-emulator';
import type { FaultBody } from '@outharbor/scheduling-emulator/control-client';
import type { PriceSeed, ProductSeed, WebhookEndpointOption } from '@outharbor/stripe-emulator';
import type { FaultRequest } from '@outharbor/stripe-emulator/control-client';

interface Ports {
  /** The usual port when absent; 0 takes any free port. */
  readonly port?: number;
  readonly controlPort?: number;
}

export interface StripeConfig extends Ports {
  readonly secretKey?: string;
  readonly apiVersion?: string;
  /** Origin under which the hosted pages are reached. */
  readonly publicUrl?: string;
  readonly products?: readonly ProductSeed[];
  readonly prices?: readonly PriceSeed[];
  readonly webhooks?: readonly Pick<WebhookEndpointOption, 'url' | 'secret' | 'enabledEvents'>[];
  readonly faults?: readonly FaultRequest[];
}

export interface UserConfig {
  readonly email: string;
  readonly password: string;
  readonly uid?: string;
  readonly name?: string;
  readonly emailVerified?: boolean;
}

export interface IdentityConfig extends Ports {
  /** Where mailed links lead; a page of the emulator when absent. */
  readonly actionUrl?: string;
  readonly users?: readonly UserConfig[];
  /**
   * As lenient as Google's emulator: tokens are unsigned, and the database accepts them. With an emulator,
   * `firebase-admin` for Node.js accepts no others.
   */
  readonly permissive?: boolean;
}

export interface DatabaseConfig extends Ports {
  /** Relative to the config file; read again whenever it changes. Replaces `rules`. */
  readonly rulesFile?: string;
  readonly rules?: { readonly rules: object };
  /** With an identity emulator, `false` refuses `owner`, which SDKs send to an emulator. */
  readonly allowOwner?: boolean;
  /** Behaviour of the service: how many clients it accepts, where it redirects them, and its latency. */
  readonly connectionLimit?: number;
  readonly secondHost?: string;
  readonly latencyMs?: number;
}

export interface SchedulingConfig extends Ports {
  readonly publicUrl?: string;
  readonly apiToken?: string;
  readonly eventType?: EventType;
  readonly webhooks?: readonly { readonly url: string; readonly signingKey: string }[];
  readonly faults?: readonly FaultBody[];
}

/** The content of a config file. Everything is optional. */
export interface EmulatorsConfig {
  /** The Firebase project; `demo-project` when absent. */
  readonly projectId?: string;
  readonly stripe?: StripeConfig;
  readonly identity?: IdentityConfig;
  readonly database?: DatabaseConfig;
  readonly scheduling?: SchedulingConfig;
  readonly console?: Pick<Ports, 'port'>;
}
