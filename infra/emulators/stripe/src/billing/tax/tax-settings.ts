import type { JsonObject } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Address, UNITED_STATES } from '../../kinds/params/address.ts';
import type { Entity } from '../../kinds/store/kind-type.ts';

export interface TaxRegistration extends Entity {
  readonly country: string;
  /** A US state; otherwise null. */
  readonly state: string | null;
  readonly type: string;
  readonly active_from: number;
  readonly expires_at: number | null;
  /** As given in the request. */
  readonly country_options: JsonObject;
}

export interface TaxSettings {
  readonly id: 'settings';
  readonly defaults: {
    readonly tax_behavior: 'exclusive' | 'inclusive' | 'inferred_by_currency';
    readonly tax_code: string | null;
  };
  readonly head_office: { readonly address: Address };
}

const UNTOUCHED: TaxSettings = {
  id: 'settings',
  defaults: { tax_behavior: 'inferred_by_currency', tax_code: null },
  head_office: { address: UNITED_STATES },
};

export function readTaxSettings({ store }: Context): TaxSettings {
  return store.taxSettings.get('settings') ?? UNTOUCHED;
}
