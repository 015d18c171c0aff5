import type { Context } from '../context.ts';
import { ApiError, badRequest, notFound } from '../errors/api-error.ts';
import type { Project } from '../state/project.ts';
import type { ProviderConfig } from '../state/project-config.ts';
import { setAt, toCamelCase, valueAt } from '../wire/field-paths.ts';
import type { Fields } from '../wire/fields.ts';
import {
  PROVIDER_CONFIG_KINDS,
  type ProviderConfigKind,
  rejectBadProviderConfig,
} from './provider-config-kinds.ts';

const MAX_PAGE_SIZE = 100;
const DEFAULTS: Partial<Record<ProviderConfigKind, ProviderConfig>> = {
  oauthIdpConfigs: { responseType: { idToken: true } },
};

export interface ConfigRequest {
  readonly body: Fields;
  readonly query: URLSearchParams;
  /** The last segment of the path. */
  readonly id: string;
}

/** Operations on the configurations of one kind, which are stored in the format of the service. */
export function providerConfigOperations(kind: ProviderConfigKind) {
  const { idParameter, id: pattern } = PROVIDER_CONFIG_KINDS[kind];
  const show = ({ projectId, tenantId }: Project, id: string, config: ProviderConfig) => {
    const owner = tenantId === undefined ? '' : `/tenants/${tenantId}`;
    return { name: `projects/${projectId}${owner}/${kind}/${id}`, ...config };
  };
  const save = ({ project }: Context, id: string, config: ProviderConfig): object => {
    rejectBadProviderConfig(kind, config);
    project.saveConfig({ ...project.config, providers: { ...project.config.providers, [id]: config } });
    return show(project, id, config);
  };
  const required = ({ project }: Context, id: string): ProviderConfig => {
    const config = pattern.test(id) ? project.config.providers[id] : undefined;
    if (config === undefined) throw notFound('CONFIGURATION_NOT_FOUND');
    return config;
  };
  return {
    create: (context: Context, { body, query }: ConfigRequest) => {
      const id = query.get(idParameter);
      if (!id) throw badRequest('MISSING_PROVIDER_ID');
      if (!pattern.test(id)) throw badRequest('INVALID_PROVIDER_ID');
      if (context.project.config.providers[id] !== undefined)
        throw new ApiError(409, 'ALREADY_EXISTS', 'CONFIGURATION_EXISTS');
      return save(context, id, { ...DEFAULTS[kind], ...withoutName(body.all()) });
    },
    get: (context: Context, { id }: ConfigRequest) => show(context.project, id, required(context, id)),
    change: (context: Context, { body, query, id }: ConfigRequest) => {
      const before = required(context, id);
      const mask = query.get('updateMask');
      return save(context, id, mask ? masked(before, body.all(), mask) : withoutName(body.all()));
    },
    remove: (context: Context, { id }: ConfigRequest) => {
      required(context, id);
      const { project } = context;
      const { [id]: _, ...providers } = project.config.providers;
      project.saveConfig({ ...project.config, providers });
      return {};
    },
    list: ({ project }: Context, { query }: ConfigRequest) => {
      const size = Number(query.get('pageSize') ?? MAX_PAGE_SIZE);
      if (!Number.isInteger(size) || size < 1 || size > MAX_PAGE_SIZE)
        throw badRequest('INVALID_PAGE_SELECTION');
      const after = query.get('pageToken') ?? '';
      const rest = Object.entries(project.config.providers)
        .filter(([id]) => pattern.test(id) && id > after)
        .toSorted(([a], [b]) => (a < b ? -1 : 1));
      const page = rest.slice(0, size);
      return {
        ...(page.length > 0 && { [kind]: page.map(([id, config]) => show(project, id, config)) }),
        ...(rest.length > size && { nextPageToken: page.at(-1)?.[0] }),
      };
    },
  };
}

/** The name is output only. */
function withoutName(body: object): ProviderConfig {
  const { name: _, ...config } = body as { readonly name?: unknown };
  return config;
}

function masked(before: ProviderConfig, body: object, mask: string): ProviderConfig {
  const changed = structuredClone(before);
  for (const path of mask.split(',')) {
    const names = toCamelCase(path).split('.');
    setAt(changed as Record<string, unknown>, names, valueAt(body, names));
  }
  return JSON.parse(JSON.stringify(changed)) as ProviderConfig;
}
