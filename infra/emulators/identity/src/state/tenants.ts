import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFileName, toFileName } from '@outharbor/emulator-kit/file-name';
import { badRequest } from '../errors/api-error.ts';
import { openJournal } from './journal.ts';
import type { Project, ProjectOptions } from './project.ts';
import type { ProjectConfig } from './project-config.ts';

const ID = /^[a-zA-Z][\w-]{2,99}$/;

type TenantSeed = Pick<ProjectOptions, 'tenantId' | 'config' | 'journal'>;

export type Tenants<T extends { readonly project: Project }> = ReturnType<typeof openTenants<T>>;

/**
 * Tenants of a project. Each has its own users, codes, settings and, if persisted, folder. Opens those stored in `folder`:
 * each starts from `config`, then loads its own settings.
 */
export function openTenants<T extends { readonly project: Project }>(
  folder: string | undefined,
  config: ProjectConfig,
  open: (seed: TenantSeed) => T,
) {
  const tenants = new Map<string, T>();
  const folderFor = (tenantId: string) => folder && join(folder, toFileName(tenantId));
  const create = (tenantId: string, initial: ProjectConfig): T => {
    if (!ID.test(tenantId)) throw badRequest('INVALID_TENANT_ID');
    const own = folderFor(tenantId);
    const journal = own === undefined ? undefined : openJournal(own);
    const tenant = open({ tenantId, config: initial, journal });
    tenant.project.saveConfig(tenant.project.config);
    tenants.set(tenantId, tenant);
    return tenant;
  };
  for (const name of folder !== undefined && existsSync(folder) ? readdirSync(folder) : []) {
    const tenantId = readFileName(name);
    if (tenantId !== undefined && ID.test(tenantId)) create(tenantId, config);
  }
  return {
    find: (tenantId: string): T | undefined => tenants.get(tenantId),
    create,
    /** In ascending order of id. */
    sorted: (): T[] => [...tenants].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tenant]) => tenant),
    remove: (tenantId: string): void => {
      if (tenants.delete(tenantId)) removeFolder(folderFor(tenantId));
    },
    clear: (): void => {
      tenants.clear();
      removeFolder(folder);
    },
  };
}

function removeFolder(path: string | undefined): void {
  if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
