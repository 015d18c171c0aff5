import { UNITED_STATES } from '../../customers/customer-entities.ts';
import type { TaxSettings } from '../../customers/tax-entities.ts';
import type { Context } from '../../kinds/context.ts';

const UNTOUCHED: TaxSettings = {
  id: 'settings',
  tax_behavior: 'inferred_by_currency',
  tax_code: null,
  head_office: UNITED_STATES,
};

export function readTaxSettings({ store }: Context): TaxSettings {
  return store.taxSettings.get('settings') ?? UNTOUCHED;
}
