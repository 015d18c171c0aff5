import type { Context } from '../context.ts';
import { UNITED_STATES } from '../state/customer-entities.ts';
import type { TaxSettings } from '../state/tax-entities.ts';

const UNTOUCHED: TaxSettings = {
  id: 'settings',
  taxBehavior: 'inferred_by_currency',
  taxCode: null,
  headOffice: UNITED_STATES,
};

export function readTaxSettings({ store }: Context): TaxSettings {
  return store.taxSettings.get('settings') ?? UNTOUCHED;
}
