import type { Context } from '../context.ts';
import type { TaxSettings } from '../state/tax-entities.ts';

const UNTOUCHED: TaxSettings = {
  id: 'settings',
  taxBehavior: 'inferred_by_currency',
  taxCode: null,
  headOffice: { city: null, country: 'US', line1: null, line2: null, postalCode: null, state: null },
};

export function taxSettingsOf({ store }: Context): TaxSettings {
  return store.taxSettings.get('settings') ?? UNTOUCHED;
}
