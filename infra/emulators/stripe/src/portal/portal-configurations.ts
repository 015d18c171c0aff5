import { rejected } from '../description/api-error.ts';
import type { Context } from '../kinds/context.ts';
import type { Endpoint } from '../kinds/endpoint.ts';
import { type Given, kept } from '../kinds/given-fields.ts';
import { newId } from '../kinds/objects.ts';
import { off } from '../kinds/params/as-described.ts';
import { object } from '../kinds/params/composite.ts';
import { clearable, required, text } from '../kinds/params/reader.ts';
import { url } from '../kinds/params/texts.ts';
import {
  PLAIN_CONFIGURATION,
  type PortalConfiguration,
  portalConfigurationWire,
  requireConfiguration,
} from './portal-entities.ts';
import { changedFeatures, featuresParam, type GivenFeatures } from './portal-features.ts';

interface GivenConfiguration extends Given {
  readonly active?: boolean;
  readonly business_profile?: Partial<PortalConfiguration['business_profile']>;
  readonly features?: GivenFeatures;
}

const PATH = '/v1/billing_portal/configurations';

const configurations = kept<PortalConfiguration, GivenConfiguration>({
  type: 'billing_portal.configuration',
  path: PATH,
  event: 'billing_portal.configuration',
  finder: requireConfiguration,
  newId: () => newId('bpc'),
  plain: PLAIN_CONFIGURATION,
  readers: {
    business_profile: object({
      headline: clearable(text(60)),
      privacy_policy_url: clearable(url),
      terms_of_service_url: clearable(url),
    }),
    default_return_url: clearable(url),
    features: required(featuresParam(`POST ${PATH}`)),
    login_page: object({ enabled: off }),
  },
  changeReaders: { features: featuresParam(`POST ${PATH}/:id`) },
  aside: ['business_profile', 'features', 'login_page'],
  made: (context, given) => ({ ...parts(context, given, PLAIN_CONFIGURATION), updated: context.time.now() }),
  changed: (context, given, before) => {
    if (before.is_default && given.active === false) {
      throw rejected('The default configuration cannot be deactivated.', { param: 'active' });
    }
    return { ...parts(context, given, before), updated: context.time.now() };
  },
  wire: (_, configuration) => portalConfigurationWire(configuration),
  listing: {
    filters: { active: ({ active }) => active, is_default: ({ is_default }) => is_default },
    where: ({ is_default }, _given, { settings }) =>
      settings.switches.portalSettings === 'saved' || !is_default,
  },
});

function parts(
  context: Context,
  { business_profile: profile, features = {} }: GivenConfiguration,
  before: Pick<PortalConfiguration, 'business_profile' | 'features'>,
): Partial<PortalConfiguration> {
  return {
    business_profile: { ...before.business_profile, ...profile },
    features: changedFeatures(context, before.features, features),
  };
}

export const portalConfigurationEndpoints: readonly Endpoint[] = configurations.endpoints;
