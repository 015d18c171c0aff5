import {
  publicPasswordPolicy,
  publicProject,
  recaptchaConfig,
  recaptchaParams,
} from '../accounts/project-settings.ts';
import { revokeProviderToken } from '../accounts/provider-token.ts';
import { createSessionCookie, refreshTokens } from '../accounts/session.ts';
import { signInWithIdp } from '../accounts/sign-in-with-idp.ts';
import { signUp } from '../accounts/sign-up.ts';
import { configChanges } from '../admin/config-changes.ts';
import {
  changeEmulatorConfig,
  deleteAllAccounts,
  emulatorConfig,
  listCodes,
  listVerificationCodes,
} from '../admin/emulator-routes.ts';
import { importUsers } from '../admin/import-users.ts';
import { listUsers } from '../admin/list-users.ts';
import { changedConfig, configWire, officialConfigWire } from '../admin/project-config-wire.ts';
import type { Caller, Context } from '../context.ts';
import { OAuthError } from '../errors/api-error.ts';
import { describeHash } from '../passwords/hash-password.ts';
import { providerConfigOperations } from '../providers/manage-provider-configs.ts';
import { PROVIDER_CONFIG_KINDS, type ProviderConfigKind } from '../providers/provider-config-kinds.ts';
import type { Project } from '../state/project.ts';
import {
  changeTenant,
  createTenant,
  deleteTenant,
  getTenant,
  listTenants,
} from '../tenants/manage-tenants.ts';
import { exchangeAssertion, projectOfAssertion, TOKEN_ENDPOINTS } from '../tokens/service-account.ts';
import { signBlob } from '../tokens/sign-blob.ts';
import { KEY_SETS, KEYS_MAX_AGE_SECONDS } from '../tokens/signing-keys.ts';
import type { Fields } from '../wire/fields.ts';
import { ADMINISTRATOR, CLIENT, type Operation, PASSKEYS, SECOND_FACTORS } from './operations.ts';
import { downloadAccount, RELYING_PARTY, RELYING_PARTY_PATH } from './relying-party.ts';
import { SERVICES } from './service-hosts.ts';

interface Request {
  readonly body: Fields;
  readonly query: URLSearchParams;
  readonly caller: Caller;
  readonly tenantId: string;
  /** The id of a configuration in the path. */
  readonly id: string;
  readonly findProject: (projectId: string | undefined) => Project | undefined;
}

/**
 * `client`: with the project's API key or as an administrator. `provider`: the same, but only from the developer's own
 * pages and programs, because a provider's answer is not verified. `tools`: connected to the emulator itself. `exchange`: by
 * the assertion in the body; the Authorization header is ignored.
 */
export type Access = 'client' | 'provider' | 'administrator' | 'anyone' | 'tools' | 'exchange';

export interface Route {
  readonly access: Access;
  readonly run: (context: Context, request: Request) => object | Promise<object>;
  /** Runs on the project even when a tenant is named. */
  readonly ofProject?: true;
  /** How long the response may be cached, in seconds. */
  readonly maxAge?: number;
}

type Named = readonly (readonly [string, Route])[];

/** Operations below a path, by their names. */
const named = (path: string, access: Access, operations: Readonly<Record<string, Operation>>): Named =>
  Object.entries(operations).map(([name, operation]) => [
    `${path}${name}`,
    { access, run: (context, { body, caller }) => operation(context, body, caller) },
  ]);

/** Keys are `METHOD service/path`, with `{p}` for the project id. */
export const ROUTES: ReadonlyMap<string, Route> = new Map<string, Route>([
  ...clientRoutes(),
  ...administratorRoutes(),
  ...keyRoutes(),
  ...toolRoutes(),
]);

function clientRoutes(): Named {
  const { toolkit, tokens } = SERVICES;
  return [
    ...named(`POST ${toolkit}/v1/accounts:`, 'client', CLIENT),
    ...named(`POST ${toolkit}/v2/accounts/`, 'client', { ...SECOND_FACTORS, ...PASSKEYS }),
    ...named(`POST ${RELYING_PARTY_PATH}/`, 'client', RELYING_PARTY),
    ...named(`POST ${toolkit}/v1/accounts:`, 'provider', { signInWithIdp }),
    ...named(`POST ${RELYING_PARTY_PATH}/`, 'provider', { verifyAssertion: signInWithIdp }),
    ...named(`POST ${toolkit}/v2/accounts:`, 'client', { revokeToken: revokeProviderToken }),
    ...named(`POST ${tokens}/v1/`, 'client', { token: refreshTokens }),
    ...named(`GET ${toolkit}/`, 'client', {
      'v1/projects': publicProject,
      'v2/passwordPolicy': publicPasswordPolicy,
      'v2/recaptchaConfig': recaptchaConfig,
      'v1/recaptchaParams': recaptchaParams,
    }),
    ...named(`GET ${RELYING_PARTY_PATH}/`, 'client', {
      getProjectConfig: publicProject,
      getRecaptchaParam: recaptchaParams,
    }),
  ];
}

function administratorRoutes(): Named {
  const project = `${SERVICES.toolkit}/v1/projects/{p}`;
  const config = `${SERVICES.toolkit}/v2/projects/{p}/config`;
  const access = 'administrator';
  return [
    ...named(`POST ${project}/accounts:`, access, ADMINISTRATOR),
    ...named(`POST ${project}`, access, { '/accounts': signUp, ':createSessionCookie': createSessionCookie }),
    ...named(`POST ${SERVICES.iam}/v1/projects/{p}/serviceAccounts:`, access, { signBlob }),
    ...named(`POST ${RELYING_PARTY_PATH}/`, access, { uploadAccount: importUsers, downloadAccount }),
    [`GET ${project}/accounts:batchGet`, { access, run: (context, { query }) => listUsers(context, query) }],
    [`GET ${config}`, { access, run: showConfig }],
    [`PATCH ${config}`, { access, run: changeConfig }],
    ...tenantRoutes(),
    ...providerConfigRoutes(),
  ];
}

function tenantRoutes(): Named {
  const tenants = `${SERVICES.toolkit}/v2/projects/{p}/tenants`;
  const route = (method: string, path: string, operation: Route['run']): [string, Route] => {
    return [`${method} ${tenants}${path}`, { access: 'administrator', ofProject: true, run: operation }];
  };
  return [
    route('POST', '', (context, { body }) => createTenant(context, body)),
    route('GET', '', (context, { query }) => listTenants(context, query)),
    route('GET', '/{t}', (context, { tenantId }) => getTenant(context, tenantId)),
    route('PATCH', '/{t}', (context, { tenantId, body, query }) => {
      return changeTenant(context, tenantId, body, query.get('updateMask'));
    }),
    route('DELETE', '/{t}', (context, { tenantId }) => deleteTenant(context, tenantId)),
  ];
}

/** Of a project and of a tenant, whose configurations have a path of the same form. */
function providerConfigRoutes(): Named {
  const path = `${SERVICES.toolkit}/v2/projects/{p}`;
  const kinds = Object.keys(PROVIDER_CONFIG_KINDS) as ProviderConfigKind[];
  return kinds.flatMap((kind) => {
    const { create, get, change, remove, list } = providerConfigOperations(kind);
    const route = (call: string, operation: Route['run']): [string, Route] => {
      return [call, { access: 'administrator', run: operation }];
    };
    return [
      route(`POST ${path}/${kind}`, create),
      route(`GET ${path}/${kind}`, list),
      route(`GET ${path}/${kind}/{id}`, get),
      route(`PATCH ${path}/${kind}/{id}`, change),
      route(`DELETE ${path}/${kind}/{id}`, remove),
    ];
  });
}

function showConfig(context: Context): object {
  const { project, permissive } = context;
  if (permissive) return officialConfigWire(project.config);
  const { signIn, ...config } = configWire(project.config);
  return {
    name: `projects/${project.projectId}/config`,
    signIn: { ...signIn, hashConfig: { algorithm: 'SCRYPT', ...describeHash(context) } },
    ...config,
  };
}

function changeConfig(context: Context, { body, query }: Request): object {
  const { project, permissive } = context;
  const mask = query.get('updateMask') ?? query.get('update_mask');
  // Without a mask, the official emulator resets settings that the body lacks to their defaults.
  const before = permissive && mask === null ? project.initialConfig : project.config;
  const changes = permissive ? body : configChanges(body.all(), mask, configWire(project.initialConfig));
  project.saveConfig(changedConfig(before, changes));
  return showConfig(context);
}

function keyRoutes(): Named {
  return [
    ...Object.entries(KEY_SETS).map(([path, show]): [string, Route] => {
      const run: Route['run'] = async ({ keys }) => show(await keys.published());
      return [`GET ${path.slice(1)}`, { access: 'anyone', maxAge: KEYS_MAX_AGE_SECONDS, run }];
    }),
    ...TOKEN_ENDPOINTS.map((endpoint): [string, Route] => {
      return [`POST ${endpoint}`, { access: 'exchange', run: grantAccess }];
    }),
  ];
}

const ASSERTION_GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';

async function grantAccess({ project, keys }: Context, { body, findProject }: Request): Promise<object> {
  const grantType = body.text('grantType') ?? '';
  if (grantType !== ASSERTION_GRANT)
    throw new OAuthError(
      'unsupported_grant_type',
      `Invalid grant_type: ${grantType}. The emulator supports ${ASSERTION_GRANT}.`,
    );
  const assertion = body.text('assertion') ?? '';
  const named = findProject(projectOfAssertion(assertion)) ?? project;
  return exchangeAssertion(assertion, named, keys);
}

function toolRoutes(): Named {
  const project = 'emulator/v1/projects/{p}';
  return [
    ...named(`DELETE ${project}/`, 'administrator', { accounts: deleteAllAccounts }),
    ...named(`PATCH ${project}/`, 'administrator', { config: changeEmulatorConfig }),
    ...named(`GET ${project}/`, 'tools', {
      oobCodes: listCodes,
      verificationCodes: listVerificationCodes,
      config: emulatorConfig,
    }),
  ];
}
