import type Stripe from 'stripe';
import { readTaxCode } from '../../catalogue/price-params.ts';
import { missingParameter } from '../../description/api-error.ts';
import { defined, isObject, type JsonObject } from '../../description/json.ts';
import type { Context } from '../../kinds/context.ts';
import { type Endpoint, get, nothing, post } from '../../kinds/endpoint.ts';
import { emitChange, finder, newId } from '../../kinds/objects.ts';
import { addressParam, toAddress } from '../../kinds/params/address.ts';
import { asDescribed, callParams } from '../../kinds/params/as-described.ts';
import { object } from '../../kinds/params/composite.ts';
import { clearable, optional, type Reader, required, text } from '../../kinds/params/reader.ts';
import { resource } from '../../kinds/resource.ts';
import { shown } from '../../kinds/store/kind-type.ts';
import { moment } from '../subscriptions/subscription-params.ts';
import { isActive, readTaxSettings, type TaxRegistration, type TaxSettings } from './automatic-tax.ts';

const PATH = '/v1/tax/registrations';
const SETTINGS = '/v1/tax/settings';

/** One field per country with its registration details, stored as given. */
const countryOptions = required(asDescribed(`POST ${PATH}`, 'country_options') as Reader<JsonObject>);

const createParams = object({
  active_from: moment,
  country: text(2),
  country_options: countryOptions,
  expires_at: optional(moment),
});
const updateParams = object({ active_from: optional(moment), expires_at: clearable(moment) });
const settingsParams = callParams<Stripe.Tax.SettingsUpdateParams>(`POST ${SETTINGS}`, {
  'defaults[tax_code]': readTaxCode,
  'head_office[address]!': addressParam,
});

const registrations = resource(
  PATH,
  finder('tax registration', 'taxRegistrations'),
  (context, registration) => show(registration, { status: registrationStatus(context, registration) }),
);

export const taxRegistrationEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, (context, params) => {
    const now = context.time.now();
    const country = params.country.toUpperCase();
    const name = `country_options[${country.toLowerCase()}]`;
    const own = params.country_options[country.toLowerCase()];
    if (!isObject(own)) throw missingParameter(name);
    if (typeof own.type !== 'string') throw missingParameter(`${name}[type]`);
    if (country === 'US' && typeof own.state !== 'string') throw missingParameter(`${name}[state]`);
    return registrations.created(context, {
      id: newId('taxreg'),
      country,
      state: typeof own.state === 'string' ? own.state.toUpperCase() : null,
      type: own.type,
      active_from: toSeconds(params.active_from, now),
      expires_at: params.expires_at === undefined ? null : toSeconds(params.expires_at, now),
      country_options: params.country_options,
    });
  }),
  registrations.list({
    filters: { status: (registration, context) => ['all', registrationStatus(context, registration)] },
  }),
  registrations.retrieve,
  registrations.update(updateParams, ({ active_from: from, expires_at: end }, _before, { time }) => ({
    active_from: from && toSeconds(from, time.now()),
    expires_at: end && toSeconds(end, time.now()),
  })),
  get(SETTINGS, nothing, (context) => settingsWire(readTaxSettings(context))),
  post(SETTINGS, settingsParams, (context, params) => {
    const before = readTaxSettings(context);
    const { defaults = {}, head_office: office } = params;
    const after = context.store.taxSettings.put({
      ...before,
      defaults: { ...before.defaults, ...defined(defaults) },
      ...(office && { head_office: { address: toAddress(office.address) } }),
    });
    return emitChange(context, 'tax.settings.updated', settingsWire(before), settingsWire(after));
  }),
];

function toSeconds(moment: number | 'now', now: number): number {
  return moment === 'now' ? now : moment;
}

function registrationStatus(
  context: Context,
  registration: TaxRegistration,
): 'active' | 'expired' | 'scheduled' {
  const now = context.time.now();
  if (isActive(registration, now)) return 'active';
  return registration.active_from > now ? 'scheduled' : 'expired';
}

const show = shown<Stripe.Tax.Registration>('tax.registration', {}, ['state', 'type']);

function settingsWire({ defaults, head_office }: TaxSettings): object {
  return {
    object: 'tax.settings',
    defaults: { provider: 'stripe', ...defaults },
    head_office,
    livemode: false,
    status: 'active',
    status_details: { active: {} },
  };
}
