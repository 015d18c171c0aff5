import type { EventType } from '@outharbor/scheduling-emulator';
import type { FaultBody } from '@outharbor/scheduling-emulator/control-client';
import type { PriceSeed, ProductSeed, WebhookEndpointOption } from '@outharbor/stripe-emulator';
import type { FaultRequest } from '@outharbor/stripe-emulator/control-client';

interface Ports {
  /** The usual one when left out; 0 takes any free one. */
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
  /** Where mailed links lead; a page of the emulator when left out. */
  readonly actionUrl?: string;
  readonly users?: readonly UserConfig[];
  /**
   * As lenient as Google's emulator: tokens are unsigned, and the database believes them. `firebase-admin` for Node.js
   * verifies no others when it is told of an emulator.
   */
  readonly permissive?: boolean;
}

export interface DatabaseConfig extends Ports {
  /** Seen from the config file; read again whenever it changes. Takes the place of `rules`. */
  readonly rulesFile?: string;
  readonly rules?: { readonly rules: object };
  /** Beside an identity emulator, `false` refuses `owner`, which SDKs say that are told of an emulator. */
  readonly allowOwner?: boolean;
  /** Habits of the service: clients that it takes at a time, where it sends them next, and how far away it is. */
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

/** What a config file holds. Everything may be left out. */
export interface EmulatorsConfig {
  /** Of Firebase; `demo-project` when left out. */
  readonly projectId?: string;
  readonly stripe?: StripeConfig;
  readonly identity?: IdentityConfig;
  readonly database?: DatabaseConfig;
  readonly scheduling?: SchedulingConfig;
  readonly console?: Pick<Ports, 'port'>;
}
