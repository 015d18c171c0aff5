import type { CancellationFeedback } from '../billing/billing-entities.ts';
import type { Entity, Labelled } from '../kinds/store/entity.ts';

/** Used by sessions that name no configuration. */
export const DEFAULT_CONFIGURATION = 'bpc_1Emulated000000000000000';

export type CustomerField = 'address' | 'email' | 'name' | 'phone' | 'shipping' | 'tax_id';
type UpdateKind = 'price' | 'promotion_code' | 'quantity';
/** Conditions under which a plan switch waits for the period end. */
type SwitchCondition = 'decreasing_item_amount' | 'shortening_interval';
type ProrationBehavior = 'always_invoice' | 'create_prorations' | 'none';

/** A product that customers can switch to in the portal. */
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
  readonly proration_behavior: ProrationBehavior;
  readonly asksReason: boolean;
  readonly reasons: readonly CancellationFeedback[];
}

export interface UpdateFeature {
  readonly enabled: boolean;
  readonly allowed: readonly UpdateKind[];
  readonly proration_behavior: ProrationBehavior;
  readonly products: readonly PortalProduct[];
  /** Conditions under which a switch is deferred to the period end; absent if never set. */
  readonly putOff?: readonly SwitchCondition[];
  /** Whether switching plans ends a trial. */
  readonly endsTrial: boolean;
}

export interface PortalFeatures {
  readonly customer_update: { readonly enabled: boolean; readonly fields: readonly CustomerField[] };
  readonly invoice_history: boolean;
  readonly methodUpdate: boolean;
  readonly cancel: CancelFeature;
  readonly update: UpdateFeature;
}

export interface PortalConfiguration extends Labelled {
  readonly updated: number;
  readonly active: boolean;
  readonly is_default: boolean;
  readonly name: string | null;
  readonly return_url: string | null;
  readonly headline: string | null;
  readonly privacy_policy_url: string | null;
  readonly terms_of_service_url: string | null;
  readonly features: PortalFeatures;
}

export type AfterCompletion =
  | { readonly type: 'hosted_confirmation'; readonly message: string | null }
  | { readonly type: 'portal_homepage' }
  | { readonly type: 'redirect'; readonly return_url: string };

/** The new price and quantity of a subscription item. */
export interface ItemSwitch {
  readonly id: string;
  readonly price: string | null;
  readonly quantity: number | null;
}

/** The single task a portal session was opened for. */
export type PortalFlow = { readonly after_completion: AfterCompletion } & (
  | { readonly type: 'customer_update' | 'payment_method_update' }
  | { readonly type: 'subscription_cancel' | 'subscription_update'; readonly subscription: string }
  | {
      readonly type: 'subscription_update_confirm';
      readonly subscription: string;
      readonly item: ItemSwitch;
    }
);

export interface PortalSession extends Entity {
  readonly customer: string;
  readonly configuration: string;
  readonly flow: PortalFlow | null;
  readonly locale: string | null;
  readonly return_url: string | null;
  /** Part of the page URL, because the id is known to more parties than the customer. */
  readonly secret: string;
}
