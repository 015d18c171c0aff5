import type { EventType } from '@outharbor/scheduling-emulator';
import type { FaultBody } from '@outharbor/scheduling-emulator/control-client';
import type { PriceSeed, ProductSeed, WebhookEndpointOption } from '@outharbor/stripe-emulator';
import type { FaultRequest } from '@outharbor/stripe-emulator/control-client';

interface Ports {
  /** Defaults to the emulator's usual port; 0 means any free port. */
  readonly port?: number;
  readonly controlPort?: number;
}

export interface StripeConfig extends Ports {
  readonly secretKey?: string;
  readonly apiVersion?: string;
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
  /** Target of links in e-mails; defaults to a page of the emulator. */
  readonly actionUrl?: string;
  readonly users?: readonly UserConfig[];
  /** Like Google's emulator: lenient, with unsigned tokens, as `firebase-admin` expects of an emulator. */
  readonly permissive?: boolean;
}

export interface DatabaseConfig extends Ports {
  /** Relative to the config file; reloaded when it changes. Replaces `rules`. */
  readonly rulesFile?: string;
  readonly rules?: { readonly rules: object };
  /** With an identity emulator, `false` rejects the token `owner`, which SDKs send to an emulator. */
  readonly allowOwner?: boolean;
  /** Of the real service; clients are told to reconnect to `secondHost`. */
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

export interface EmulatorsConfig {
  /** Defaults to `demo-project`. */
  readonly projectId?: string;
  readonly stripe?: StripeConfig;
  readonly identity?: IdentityConfig;
  readonly database?: DatabaseConfig;
  readonly scheduling?: SchedulingConfig;
  readonly console?: Pick<Ports, 'port'>;
}
