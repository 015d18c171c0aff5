import type { Context } from '../context.ts';
import { rejected } from '../errors/api-error.ts';
import { changedAttributes, emit } from '../events.ts';
import { type Endpoint, endpoint, type PathParams, retrieval } from '../http/endpoint.ts';
import { pageOf } from '../http/page-of.ts';
import { requireConfiguration } from '../lookup/lookup.ts';
import { object } from '../params/composite.ts';
import { listFields } from '../params/list-params.ts';
import { changedMetadata, metadata } from '../params/metadata.ts';
import { off } from '../params/partly-supported.ts';
import { clearable, flag, optional, type ReadValue, text } from '../params/reader.ts';
import { url } from '../params/url.ts';
import { NO_FEATURES } from '../portal/default-configuration.ts';
import { newId } from '../state/identifiers.ts';
import type { PortalConfiguration } from '../state/portal-entities.ts';
import { portalConfigurationWire } from '../wire/portal-configuration-wire.ts';
import { changedFeatures, featureParams } from './portal-features.ts';

const shared = {
  business_profile: optional(
    object({
      headline: clearable(text(60)),
      privacy_policy_url: clearable(url),
      terms_of_service_url: clearable(url),
    }),
  ),
  default_return_url: clearable(url),
  login_page: optional(object({ enabled: off })),
  metadata,
  name: clearable(text()),
};

const createParams = object({ ...shared, features: featureParams });
const updateParams = object({ ...shared, active: optional(flag), features: optional(featureParams) });
const listParams = object({ ...listFields, active: optional(flag), is_default: optional(flag) });

const PATH = '/v1/billing_portal/configurations';

export const portalConfigurationEndpoints: readonly Endpoint[] = [
  endpoint({ method: 'POST', path: PATH, params: createParams, handle: create }),
  endpoint({ method: 'GET', path: PATH, params: listParams, handle: list }),
  retrieval(`${PATH}/:id`, (context, id) => portalConfigurationWire(requireConfiguration(context, id))),
  endpoint({ method: 'POST', path: `${PATH}/:id`, params: updateParams, handle: update }),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const now = context.time.now();
  const configuration = context.store.portalConfigurations.put({
    id: newId('bpc'),
    created: now,
    updated: now,
    active: true,
    isDefault: false,
    name: null,
    returnUrl: null,
    headline: null,
    privacyPolicyUrl: null,
    termsOfServiceUrl: null,
    ...textFieldsOf(params),
    features: changedFeatures(context, NO_FEATURES, params.features),
    metadata: changedMetadata({}, params.metadata),
  });
  const wire = portalConfigurationWire(configuration);
  emit(context, 'billing_portal.configuration.created', wire);
  return wire;
}

function update(context: Context, params: ReadValue<typeof updateParams>, { id = '' }: PathParams): object {
  const before = requireConfiguration(context, id);
  if (before.isDefault && params.active === false) {
    throw rejected('The default configuration cannot be deactivated.', { param: 'active' });
  }
  const { features, active = before.active } = params;
  const after = context.store.portalConfigurations.put({
    ...before,
    ...textFieldsOf(params),
    active,
    features: features === undefined ? before.features : changedFeatures(context, before.features, features),
    metadata: changedMetadata(before.metadata, params.metadata),
    updated: context.time.now(),
  });
  const wire = portalConfigurationWire(after);
  const previous = changedAttributes(portalConfigurationWire(before), wire);
  emit(context, 'billing_portal.configuration.updated', wire, previous);
  return wire;
}

function textFieldsOf(
  params: Omit<ReadValue<typeof createParams>, 'features'>,
): Partial<PortalConfiguration> {
  const { business_profile: profile, default_return_url: returnUrl, name } = params;
  const given = {
    name,
    returnUrl,
    headline: profile?.headline,
    privacyPolicyUrl: profile?.privacy_policy_url,
    termsOfServiceUrl: profile?.terms_of_service_url,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function list(context: Context, params: ReadValue<typeof listParams>): object {
  const { active, is_default: isDefault } = params;
  const isSaved = context.settings.switches.portalSettings === 'saved';
  const matches = context.store.portalConfigurations.newestFirst(
    (configuration) =>
      (active === undefined || configuration.active === active) &&
      (isDefault === undefined || configuration.isDefault === isDefault) &&
      (isSaved || !configuration.isDefault),
  );
  return pageOf(context, { matches, url: PATH, kind: 'configuration' }, params, portalConfigurationWire);
}
