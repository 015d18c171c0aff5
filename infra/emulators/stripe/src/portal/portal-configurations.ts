import { rejected } from '../description/api-error.ts';
import { defined } from '../description/defined.ts';
import type { Context } from '../kinds/context.ts';
import { type Endpoint, post } from '../kinds/endpoint.ts';
import { object } from '../kinds/params/composite.ts';
import { changedMetadata, metadata } from '../kinds/params/metadata.ts';
import { off } from '../kinds/params/partly-supported.ts';
import { clearable, flag, optional, type ReadValue, required, text } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/url.ts';
import { resource } from '../kinds/resource.ts';
import { newId } from '../kinds/store/identifiers.ts';
import { NO_FEATURES, PLAIN_CONFIGURATION } from './default-configuration.ts';
import { portalConfigurationWire, requireConfiguration } from './portal-configuration.ts';
import type { PortalConfiguration } from './portal-entities.ts';
import { changedFeatures, featureParams, newFeatureParams } from './portal-features.ts';

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
  name: clearable(text(256)),
};

const createParams = object({ ...shared, features: required(newFeatureParams) });
const updateParams = object({ ...shared, active: optional(flag), features: optional(featureParams) });

const PATH = '/v1/billing_portal/configurations';

const configurations = resource(PATH, requireConfiguration, (_, entity) => portalConfigurationWire(entity), {
  event: 'billing_portal.configuration',
});

export const portalConfigurationEndpoints: readonly Endpoint[] = [
  post(PATH, createParams, create),
  configurations.list({
    filters: { active: ({ active }) => active, is_default: ({ is_default }) => is_default },
    where: ({ is_default }, _given, { settings }) =>
      settings.switches.portalSettings === 'saved' || !is_default,
  }),
  configurations.retrieve,
  configurations.update(updateParams, changes),
];

function create(context: Context, params: ReadValue<typeof createParams>): object {
  const now = context.time.now();
  return configurations.created(context, {
    ...PLAIN_CONFIGURATION,
    id: newId('bpc'),
    created: now,
    updated: now,
    is_default: false,
    ...readTextFields(params),
    features: changedFeatures(context, NO_FEATURES, params.features),
    metadata: changedMetadata({}, params.metadata),
  });
}

function changes(
  params: ReadValue<typeof updateParams>,
  before: PortalConfiguration,
  context: Context,
): Partial<PortalConfiguration> {
  const { active = before.active, features } = params;
  if (before.is_default && params.active === false) {
    throw rejected('The default configuration cannot be deactivated.', { param: 'active' });
  }
  return {
    ...readTextFields(params),
    active,
    features: features === undefined ? before.features : changedFeatures(context, before.features, features),
    updated: context.time.now(),
  };
}

function readTextFields(
  params: Omit<ReadValue<typeof createParams>, 'features'>,
): Partial<PortalConfiguration> {
  const { business_profile: profile, default_return_url: return_url, name } = params;
  return defined({
    name,
    return_url,
    headline: profile?.headline,
    privacy_policy_url: profile?.privacy_policy_url,
    terms_of_service_url: profile?.terms_of_service_url,
  });
}
