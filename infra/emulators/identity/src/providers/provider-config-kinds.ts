import { badRequest } from '../errors/api-error.ts';
import { leafPaths, valueAt } from '../wire/field-paths.ts';

type Type = 'string' | 'boolean' | 'url' | 'list';

interface Kind {
  /** Names the id in the query of a new configuration. */
  readonly idParameter: string;
  readonly id: RegExp;
  readonly fields: Readonly<Record<string, Type>>;
  /** Fields that a configuration must have, and the error without them. */
  readonly required: Readonly<Record<string, string>>;
}

const COMMON = { enabled: 'boolean', displayName: 'string' } as const;

/** The kinds of provider configurations, by the name of their collection. */
export const PROVIDER_CONFIG_KINDS = {
  oauthIdpConfigs: {
    idParameter: 'oauthIdpConfigId',
    id: /^oidc\.[\w.-]{1,120}$/,
    fields: {
      ...COMMON,
      clientId: 'string',
      issuer: 'url',
      clientSecret: 'string',
      'responseType.idToken': 'boolean',
      'responseType.code': 'boolean',
    },
    required: { clientId: 'MISSING_OAUTH_CLIENT_ID', issuer: 'MISSING_ISSUER' },
  },
  inboundSamlConfigs: {
    idParameter: 'inboundSamlConfigId',
    id: /^saml\.[\w.-]{1,120}$/,
    fields: {
      ...COMMON,
      'idpConfig.idpEntityId': 'string',
      'idpConfig.ssoUrl': 'url',
      'idpConfig.signRequest': 'boolean',
      'idpConfig.idpCertificates': 'list',
      'spConfig.spEntityId': 'string',
      'spConfig.callbackUri': 'url',
    },
    required: {
      'idpConfig.idpEntityId': 'INVALID_CONFIG : idpEntityId is missing',
      'idpConfig.ssoUrl': 'INVALID_CONFIG : ssoUrl is missing',
      'spConfig.spEntityId': 'MISSING_SAML_RELYING_PARTY_CONFIG',
    },
  },
  defaultSupportedIdpConfigs: {
    idParameter: 'idpId',
    id: /^(?:apple|facebook|github|google|linkedin|microsoft|twitter|yahoo|playgames\.google|gc\.apple)\.com$/,
    fields: { enabled: 'boolean', clientId: 'string', clientSecret: 'string' },
    required: { clientId: 'MISSING_OAUTH_CLIENT_ID' },
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type ProviderConfigKind = keyof typeof PROVIDER_CONFIG_KINDS;

/** Throws the service's error for a configuration with an unknown, malformed or missing field. */
export function rejectBadProviderConfig(name: ProviderConfigKind, config: object): void {
  const { fields, required }: Kind = PROVIDER_CONFIG_KINDS[name];
  for (const path of leafPaths(config)) {
    const type = Object.hasOwn(fields, path) ? fields[path] : undefined;
    if (type === undefined)
      throw badRequest(`Invalid JSON payload received. Unknown name "${path.slice(0, 60)}"`);
    if (!isOf(type, valueAt(config, path.split('.')))) throw badRequest(`INVALID_CONFIG : ${path}`);
  }
  for (const [path, code] of Object.entries(required))
    if (!valueAt(config, path.split('.'))) throw badRequest(code);
}

function isOf(type: Type, value: unknown): boolean {
  if (type === 'list') return Array.isArray(value);
  if (type === 'url') return typeof value === 'string' && URL.canParse(value);
  return typeof value === type;
}
