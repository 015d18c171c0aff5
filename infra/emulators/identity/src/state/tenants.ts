import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { readFileName, toFileName } from '@outharbor/emulator-kit/file-name';
import { badRequest } from '../errors/api-error.ts';
import { openJournal, type ProjectJournal } from './journal.ts';
import type { Project } from './project.ts';
import type { ProjectConfig } from './project-config.ts';

const ID = /^[a-zA-Z][\w-]{2,99}$/;

export interface TenantSeed {
  readonly tenantId: string;
  readonly config: ProjectConfig;
  readonly journal: ProjectJournal | undefined;
}

/** Tenants of a project. Each has its own users, codes, settings and, if persisted, folder. */
export class Tenants<T extends { readonly project: Project }> {
  readonly #open: (seed: TenantSeed) => T;
  readonly #folder: string | undefined;
  readonly #byId = new Map<string, T>();

  /** Opens tenants stored in `folder`. Each starts from `config`, then loads its own settings. */
  constructor(folder: string | undefined, config: ProjectConfig, open: (seed: TenantSeed) => T) {
    this.#folder = folder;
    this.#open = open;
    if (folder === undefined || !existsSync(folder)) return;
    for (const name of readdirSync(folder)) {
      const tenantId = readFileName(name);
      if (tenantId !== undefined && ID.test(tenantId)) this.create(tenantId, config);
    }
  }

  find(tenantId: string): T | undefined {
    return this.#byId.get(tenantId);
  }

  create(tenantId: string, config: ProjectConfig): T {
    if (!ID.test(tenantId)) throw badRequest('INVALID_TENANT_ID');
    const folder = this.#folderFor(tenantId);
    const journal = folder === undefined ? undefined : openJournal(folder);
    const tenant = this.#open({ tenantId, config, journal });
    tenant.project.saveConfig(tenant.project.config);
    this.#byId.set(tenantId, tenant);
    return tenant;
  }

  /** In ascending order of id. */
  sorted(): T[] {
    return [...this.#byId].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, tenant]) => tenant);
  }

  remove(tenantId: string): void {
    if (!this.#byId.delete(tenantId)) return;
    removeFolder(this.#folderFor(tenantId));
  }

  clear(): void {
    this.#byId.clear();
    removeFolder(this.#folder);
  }

  #folderFor(tenantId: string): string | undefined {
    return this.#folder && join(this.#folder, toFileName(tenantId));
  }
}

function removeFolder(path: string | undefined): void {
  if (path !== undefined) rmSync(path, { recursive: true, force: true, maxRetries: 3 });
}
