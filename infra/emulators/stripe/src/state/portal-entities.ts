import type { CancellationFeedback } from './billing-entities.ts';
import type { Metadata } from './catalogue-entities.ts';

/** The configuration of sessions that name none. */
export const DEFAULT_CONFIGURATION = 'bpc_1Emulated000000000000000';

export type CustomerField = 'address' | 'email' | 'name' | 'phone' | 'shipping' | 'tax_id';
export type UpdateKind = 'price' | 'promotion_code' | 'quantity';
/** What a switch has to do, that it waits for the end of the period. */
export type SwitchCondition = 'decreasing_item_amount' | 'shortening_interval';
export type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

/** A product that customers may switch to, in the portal. */
export interface PortalProduct {
  readonly product: string;
  readonly prices: readonly string[];
  readonly adjustable: {
    readonly enabled: boolean;
    readonly maximum: number | null;
    readonly minimum: number;
  };
}

export interface CancelFeature {
  readonly enabled: boolean;
  readonly mode: 'at_period_end' | 'immediately';
  readonly prorationBehavior: ProrationBehavior;
  readonly asksReason: boolean;
  readonly reasons: readonly CancellationFeedback[];
}

export interface UpdateFeature {
  readonly enabled: boolean;
  readonly allowed: readonly UpdateKind[];
  readonly prorationBehavior: ProrationBehavior;
  readonly products: readonly PortalProduct[];
  /** A switch of any of these kinds is put off until the period ends; absent where none was ever given. */
  readonly putOff?: readonly SwitchCondition[];
  /** Whether the trial of a subscription ends when its plan is switched. */
  readonly endsTrial: boolean;
}

/** What customers can do in the portal. */
export interface PortalFeatures {
  readonly customerUpdate: { readonly enabled: boolean; readonly fields: readonly CustomerField[] };
  readonly invoiceHistory: boolean;
  readonly methodUpdate: boolean;
  readonly cancel: CancelFeature;
  readonly update: UpdateFeature;
}

export interface PortalConfiguration {
  readonly id: string;
  readonly created: number;
  readonly updated: number;
  readonly active: boolean;
  readonly isDefault: boolean;
  readonly name: string | null;
  readonly returnUrl: string | null;
  readonly headline: string | null;
  readonly privacyPolicyUrl: string | null;
  readonly termsOfServiceUrl: string | null;
  readonly features: PortalFeatures;
  readonly metadata: Metadata;
}

export type AfterCompletion =
  | { readonly type: 'hosted_confirmation'; readonly message: string | null }
  | { readonly type: 'portal_homepage' }
  | { readonly type: 'redirect'; readonly returnUrl: string };

/** What one item of a subscription becomes. */
export interface ItemSwitch {
  readonly id: string;
  readonly price: string | null;
  readonly quantity: number | null;
}

/** The one thing that a portal session was opened for. */
export type PortalFlow = { readonly afterCompletion: AfterCompletion } & (
  | { readonly type: 'customer_update' | 'payment_method_update' }
  | { readonly type: 'subscription_cancel' | 'subscription_update'; readonly subscription: string }
  | {
      readonly type: 'subscription_update_confirm';
      readonly subscription: string;
      readonly item: ItemSwitch;
    }
);

export interface PortalSession {
  readonly id: string;
  readonly created: number;
  readonly customer: string;
  readonly configuration: string;
  readonly flow: PortalFlow | null;
  readonly locale: string | null;
  readonly returnUrl: string | null;
  /** Stands in the address of the page; the id is known to more parties than the customer. */
  readonly secret: string;
}
