import { randomInt } from 'node:crypto';
import { namespaced } from '@outharbor/emulator-kit/namespace-name';
import { badRequest } from '../errors/api-error.ts';
import { type ActionCode, LIFETIME_MS } from './action-code.ts';
import type { Entry, ProjectJournal } from './journal.ts';
import type { ProjectConfig } from './project-config.ts';
import type { User } from './user.ts';
import { emptyUsers, type Users } from './users.ts';

const MAX_CODES = 10_000;
const API_KEY = 'fake-api-key';
/** No others, because apps match the ids of users. */
const LETTERS_AND_DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export interface ProjectOptions {
  readonly projectId: string;
  /** Null for the emulator's own project. */
  readonly namespace: string | null;
  readonly tenantId?: string | undefined;
  /** The settings at start and after a reset. */
  readonly config: ProjectConfig;
  readonly journal: ProjectJournal | undefined;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** Every change goes through this class and from here to the journal. */
export class Project {
  readonly projectId: string;
  readonly namespace: string | null;
  readonly tenantId: string | undefined;
  /** The key in the links of e-mails. Clients may use any other key with the same suffix. */
  readonly apiKey: string;
  /** How long every answer takes longer. */
  answerDelayMs = 0;
  readonly #options: ProjectOptions;
  readonly #users = emptyUsers();
  readonly #codes = new Map<string, ActionCode>();
  /** Digests of provider tokens. */
  readonly #revoked = new Set<string>();
  #config: ProjectConfig;
  #clockOffset = 0;

  constructor(options: ProjectOptions) {
    this.projectId = options.projectId;
    this.namespace = options.namespace;
    this.tenantId = options.tenantId;
    this.apiKey = options.namespace === null ? API_KEY : namespaced(API_KEY, options.namespace);
    this.#options = options;
    this.#config = options.config;
    const { journal } = options;
    if (journal === undefined) return;
    for (const entry of journal.read()) this.#restore(entry);
    journal.rewrite(this.#entries());
  }

  get users(): Omit<Users, 'put' | 'delete' | 'clear'> {
    return this.#users;
  }

  get config(): ProjectConfig {
    return this.#config;
  }

  get initialConfig(): ProjectConfig {
    return this.#options.config;
  }

  now(): number {
    return this.#options.now() + this.#clockOffset;
  }

  /** Milliseconds. */
  get clockOffset(): number {
    return this.#clockOffset;
  }

  nowSeconds(): number {
    return Math.floor(this.now() / 1000);
  }

  advanceClock(ms: number): void {
    this.#clockOffset += ms;
    this.#note(['clock', 'offset', this.#clockOffset]);
  }

  saveUser(changed: User): User {
    const user = this.tenantId === undefined ? changed : { ...changed, tenantId: this.tenantId };
    this.#users.put(user);
    this.#note(['user', user.localId, user]);
    return user;
  }

  updateUser(localId: string, change: (user: User) => User): User {
    const user = this.#users.byId(localId);
    if (user === undefined) throw badRequest('USER_NOT_FOUND');
    return this.saveUser(change(user));
  }

  deleteUser(localId: string): void {
    this.#users.delete(localId);
    this.#note(['user', localId]);
  }

  deleteAllUsers(): void {
    this.#users.clear();
    this.#codes.clear();
    this.#options.journal?.rewrite(this.#entries());
  }

  saveConfig(config: ProjectConfig): void {
    this.#config = config;
    this.#note(['settings', 'project', config]);
  }

  codes(): ActionCode[] {
    return [...this.#codes.values()];
  }

  addCode(code: ActionCode): void {
    const [oldest] = this.#codes.keys();
    if (this.#codes.size >= MAX_CODES && oldest !== undefined) this.removeCode(oldest);
    this.#codes.set(code.code, code);
    this.#note(['code', code.code, code]);
  }

  removeCode(code: string): void {
    this.#codes.delete(code);
    this.#note(['code', code]);
  }

  requireCode(text: string): ActionCode {
    const code = this.#codes.get(text);
    if (code === undefined) throw badRequest('INVALID_OOB_CODE');
    if (this.now() > code.createdAt + LIFETIME_MS[code.type]) throw badRequest('EXPIRED_OOB_CODE');
    return code;
  }

  isRevoked(digest: string): boolean {
    return this.#revoked.has(digest);
  }

  revoke(digest: string): void {
    this.#revoked.add(digest);
    this.#note(['revoked', digest, true]);
  }

  reset(): void {
    this.#users.clear();
    this.#codes.clear();
    this.#revoked.clear();
    this.#config = this.#options.config;
    this.answerDelayMs = 0;
    this.#clockOffset = 0;
    this.#options.journal?.rewrite(this.#entries());
  }

  save(): Entry[] {
    return [...this.#entries()];
  }

  load(entries: readonly Entry[]): void {
    this.reset();
    for (const entry of entries) this.#restore(entry);
    this.#options.journal?.rewrite(this.#entries());
  }

  /** A project in memory with what was saved. Throws for entries that cannot be loaded. */
  rehearse(entries: readonly Entry[]): Project {
    const copy = new Project({ ...this.#options, journal: undefined });
    copy.load(entries);
    return copy;
  }

  newLocalId(): string {
    return Array.from({ length: 28 }, () => LETTERS_AND_DIGITS[randomInt(62)]).join('');
  }

  #note(entry: Entry): void {
    this.#options.journal?.append(entry);
  }

  #restore([kind, id, value]: Entry): void {
    if (kind === 'user' && value === undefined) this.#users.delete(id);
    else if (kind === 'user') this.#users.put(value as User);
    else if (kind === 'code' && value === undefined) this.#codes.delete(id);
    else if (kind === 'code') this.#codes.set(id, value as ActionCode);
    else if (kind === 'settings') this.#config = value as ProjectConfig;
    else if (kind === 'revoked') this.#revoked.add(id);
    else if (kind === 'clock') this.#clockOffset = value as number;
  }

  *#entries(): Generator<Entry> {
    for (const user of this.#users.all()) yield ['user', user.localId, user];
    for (const code of this.#codes.values()) yield ['code', code.code, code];
    for (const digest of this.#revoked) yield ['revoked', digest, true];
    yield ['settings', 'project', this.#config];
    yield ['clock', 'offset', this.#clockOffset];
  }
}
