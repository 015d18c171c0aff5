import type { KeyObject } from 'node:crypto';
import type { Server } from 'node:http';
import { userWire } from './accounts/user-wire.ts';
import { changedConfig, configWire } from './admin/project-config-wire.ts';
import type { Context } from './context.ts';
import { createControlServer, type Mail } from './control/control-server.ts';
import { type Address, listenOn, stopListening } from './http/listening.ts';
import { createPublicServer } from './http/public-server.ts';
import type { IdentityEmulatorOptions } from './options.ts';
import { SignInAttempts } from './passwords/sign-in-attempts.ts';
import { Journal } from './state/journal.ts';
import { Project } from './state/project.ts';
import { defaultConfig, newProjectConfig } from './state/project-config.ts';
import { isAccessToken, serviceAccountFile } from './tokens/service-account.ts';
import { SigningKeys } from './tokens/signing-keys.ts';
import { Tokens } from './tokens/tokens.ts';
import { Fields } from './wire/fields.ts';

const LONGEST_STEP_MS = 100 * 365 * 24 * 60 * 60 * 1000;

/** All parts of one emulator, wired together. */
export class RunningEmulator {
  readonly projectId: string;
  readonly #options: IdentityEmulatorOptions;
  readonly #project: Project;
  readonly #attempts: SignInAttempts;
  /** The first start makes keys; the port is open meanwhile, and requests wait. */
  readonly #context: Promise<Context>;
  #keys: SigningKeys | undefined;
  readonly #server: Server;
  readonly #control: Server;
  #address: Address = { url: '', host: '', port: 0 };
  #controlAddress: Address | undefined;

  constructor(options: IdentityEmulatorOptions) {
    const { projectId, dataDir, now = Date.now, permissive = false, newProject = false } = options;
    const { onWarning = (message: string) => process.emitWarning(message) } = options;
    this.projectId = projectId;
    this.#options = options;
    this.#project = new Project({
      projectId,
      config: newProject ? newProjectConfig(projectId) : defaultConfig(!permissive),
      journal: dataDir === undefined ? undefined : new Journal(dataDir),
      now,
    });
    this.#attempts = new SignInAttempts(() => this.#project.now());
    this.#context = SigningKeys.open(dataDir).then((keys) => this.#build(keys, permissive));
    // Seen where it is awaited, which may be later.
    this.#context.catch(() => undefined);
    this.#server = createPublicServer({ context: this.#context, onWarning });
    this.#control = createControlServer(this);
  }

  get url(): string {
    return this.#address.url;
  }

  get authority(): string {
    return `${this.#address.host}:${this.#address.port}`;
  }

  get controlUrl(): string | undefined {
    return this.#controlAddress?.url;
  }

  /** Nothing stays open when it fails. */
  async open(): Promise<void> {
    const { port = 0, host = '127.0.0.1', controlPort } = this.#options;
    try {
      this.#address = await listenOn(this.#server, port, host);
      if (controlPort !== undefined) this.#controlAddress = await listenOn(this.#control, controlPort, host);
    } catch (error) {
      await this.close();
      throw error;
    }
  }

  publicKey(keyId: string): KeyObject | undefined {
    return this.#keys?.publicKey(keyId);
  }

  isAccessToken(token: string): boolean {
    return this.#keys !== undefined && isAccessToken(token, this.#keys, this.#project.nowSeconds());
  }

  async reset(): Promise<void> {
    this.#attempts.reset();
    this.#project.reset();
  }

  /** Changes are on disk before they are answered; what may be left is the making of keys. */
  async settle(): Promise<void> {
    await this.#context;
  }

  async state(): Promise<object> {
    const { users, config } = this.#project;
    return { users: users.sorted().map(userWire), config: configWire(config) };
  }

  async mails(): Promise<readonly Mail[]> {
    return this.#project.codes().map(({ email, newEmail, type, link, code, createdAt }) => {
      // A change of address is confirmed at the new one.
      return { to: newEmail ?? email, type, link, code, sentAt: createdAt };
    });
  }

  async now(): Promise<number> {
    return this.#project.now();
  }

  async advanceTime(ms: number): Promise<number> {
    if (!Number.isInteger(ms) || ms < 0 || ms > LONGEST_STEP_MS) {
      throw new RangeError('ms must be a whole number of milliseconds, zero or more');
    }
    this.#project.advanceClock(ms);
    return this.#project.now();
  }

  async rotateKeys(): Promise<void> {
    await (await this.#context).keys.rotate();
  }

  async configure(change: object): Promise<object> {
    this.#project.saveConfig(changedConfig(this.#project.config, new Fields(change), null));
    return configWire(this.#project.config);
  }

  async serviceAccount(): Promise<object> {
    return serviceAccountFile(this.projectId, (await this.#context).keys);
  }

  async close(): Promise<void> {
    await this.#context.catch(() => undefined);
    await stopListening(this.#server);
    await stopListening(this.#control);
  }

  #build(keys: SigningKeys, permissive: boolean): Context {
    this.#keys = keys;
    return {
      project: this.#project,
      tokens: new Tokens(this.#project, () => keys, permissive),
      keys,
      attempts: this.#attempts,
      permissive,
      allowOwner: this.#options.allowOwner ?? true,
      actionUrl: () =>
        this.#project.config.actionUrl ?? this.#options.actionUrl ?? `${this.url}/emulator/action`,
    };
  }
}
