import { ChangeFeed } from '@outharbor/emulator-kit/change-feed';
import { savedContent } from '@outharbor/emulator-kit/saved-state';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import { userWire } from './accounts/user-wire.ts';
import { configChanges } from './admin/config-changes.ts';
import { changedConfig, configWire } from './admin/project-config-wire.ts';
import type { Context } from './context.ts';
import type { AccountSummary, Control } from './control/control-types.ts';
import { SignInAttempts } from './passwords/sign-in-attempts.ts';
import type { Entry } from './state/journal.ts';
import { PhoneVerifications } from './state/phone-verifications.ts';
import { Project, type ProjectOptions } from './state/project.ts';
import { Tenants } from './state/tenants.ts';
import type { User } from './state/user.ts';
import { tenantWire } from './tenants/tenant-wire.ts';
import { serviceAccountFile } from './tokens/service-account.ts';
import type { SigningKeys } from './tokens/signing-keys.ts';
import { Tokens } from './tokens/tokens.ts';

export interface OpenProject {
  readonly project: Project;
  readonly context: Promise<Context>;
  readonly control: Control;
}

interface SavedProject {
  readonly entries: readonly Entry[];
  readonly tenants: readonly { readonly tenantId: string; readonly entries: readonly Entry[] }[];
  readonly answerDelayMs: number;
}

const STATE_FORMAT = { service: 'identity', version: 1 };

type EmulatorSettings = Pick<Context, 'permissive' | 'allowOwner' | 'actionUrl'>;

export function openProject(
  options: ProjectOptions & { readonly tenantFolder: string | undefined },
  keys: Promise<SigningKeys>,
  settings: EmulatorSettings,
): OpenProject {
  const project = new Project(options);
  const folder = options.tenantId === undefined ? options.tenantFolder : undefined;
  const tenants = new Tenants<OpenProject>(folder, options.config, (seed) => {
    const now = () => project.now();
    return openProject({ ...options, ...seed, now, tenantFolder: undefined }, keys, settings);
  });
  const attempts = new SignInAttempts(() => project.now());
  const phones = new PhoneVerifications(() => project.now());
  const context = keys.then((opened) => {
    return {
      ...settings,
      project,
      attempts,
      phones,
      tenants,
      keys: opened,
      tokens: new Tokens(project, opened, settings.permissive),
      actionUrl: () => project.config.actionUrl ?? settings.actionUrl(),
    };
  });
  context.catch(() => undefined);
  return { project, context, control: controlProject({ project, attempts, phones, tenants, context }) };
}

function controlProject({
  project,
  attempts,
  phones,
  tenants,
  context,
}: Omit<OpenProject, 'control'> & Pick<Context, 'attempts' | 'phones' | 'tenants'>): Control {
  const feed = new ChangeFeed();
  return {
    accountChanges: async (since) => {
      const { cursor, count, changed } = feed.since(since, project.users.all());
      return { cursor, count, rows: changed.map(accountSummary) };
    },
    reset: async () => {
      attempts.reset();
      phones.reset();
      tenants.clear();
      project.reset();
    },
    saveState: async () => {
      const saved: SavedProject = {
        entries: project.save(),
        tenants: tenants.sorted().map(({ project: tenant }) => {
          return { tenantId: tenant.tenantId ?? '', entries: tenant.save() };
        }),
        answerDelayMs: project.answerDelayMs,
      };
      return { ...STATE_FORMAT, content: { ...saved } };
    },
    loadState: async (saved) => {
      const content = savedContent<SavedProject>(saved, STATE_FORMAT);
      attempts.reset();
      phones.reset();
      tenants.clear();
      project.load(content.entries);
      project.answerDelayMs = content.answerDelayMs;
      for (const { tenantId, entries } of content.tenants) {
        tenants.create(tenantId, project.initialConfig).project.load(entries);
      }
    },
    // Changes are on disk before they are answered, so only key generation may be pending.
    settle: async () => void (await context),
    state: async () => {
      const { users, config } = project;
      return {
        users: users.sorted().map(userWire),
        config: configWire(config),
        tenants: tenants.sorted().map(({ project: tenant }) => {
          return { ...tenantWire(tenant), users: tenant.users.sorted().map(userWire) };
        }),
      };
    },
    mails: async () => {
      const codes = [project, ...tenants.sorted().map((tenant) => tenant.project)].flatMap((each) =>
        each.codes(),
      );
      return codes.map(({ email, newEmail, type, link, code, createdAt }) => {
        // A change of address is confirmed from the new address.
        return { to: newEmail ?? email, type, link, code, sentAt: createdAt };
      });
    },
    clock: async () => clockReading(project.now(), project.clockOffset),
    now: async () => project.now(),
    advanceTime: async (by) => {
      const before = project.now();
      const after = advanced(before, typeof by === 'number' ? { milliseconds: by } : by);
      project.advanceClock(after - before);
      return project.now();
    },
    rotateKeys: async () => (await context).keys.rotate(),
    configure: async (change) => {
      project.saveConfig(changedConfig(project.config, configChanges(change, null, {})));
      return configWire(project.config);
    },
    switches: async () => ({ answerDelayMs: project.answerDelayMs }),
    setSwitches: async ({ answerDelayMs = project.answerDelayMs }) => {
      project.answerDelayMs = answerDelayMs;
      return { answerDelayMs };
    },
    serviceAccount: async () =>
      serviceAccountFile(project.projectId, (await context).keys.newestOfServiceAccount),
    addServiceAccountKey: async () =>
      serviceAccountFile(project.projectId, await (await context).keys.addServiceAccountKey()),
    deleteServiceAccountKey: async (id) => (await context).keys.deleteServiceAccountKey(id),
  };
}

function accountSummary({ localId: id, email, displayName, createdAt, disabled }: User): AccountSummary {
  return { id, email: email ?? null, name: displayName ?? null, createdAt, disabled };
}
