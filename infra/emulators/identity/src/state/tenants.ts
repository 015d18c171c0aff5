import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
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
    const kept = folder !== undefined && existsSync(folder) ? readdirSync(folder) : [];
    for (const tenantId of kept) if (ID.test(tenantId)) this.create(tenantId, config);
  }

  find(tenantId: string): T | undefined {
    return this.#byId.get(tenantId);
  }

  create(tenantId: string, config: ProjectConfig): T {
    if (!ID.test(tenantId)) throw badRequest('INVALID_TENANT_ID');
    const journal = this.#folder === undefined ? undefined : openJournal(join(this.#folder, tenantId));
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
    if (this.#folder !== undefined) rmSync(join(this.#folder, tenantId), { recursive: true, force: true });
  }

  clear(): void {
    this.#byId.clear();
    if (this.#folder !== undefined) rmSync(this.#folder, { recursive: true, force: true });
  }
}
