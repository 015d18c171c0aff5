import { ChangeFeed } from '@outharbor/emulator-kit/change-feed';
import { integer, oneOf, text } from '@outharbor/emulator-kit/json-reader';
import {
  asSavedFault,
  requireObjects,
  type SavedState,
  STATE_VERSION,
  savedContent,
} from '@outharbor/emulator-kit/saved-state';
import { advanced, clockReading } from '@outharbor/emulator-kit/time-span';
import { userWire } from './accounts/user-wire.ts';
import { configChanges } from './admin/config-changes.ts';
import { changedConfig, configWire, requireWhole } from './admin/project-config-wire.ts';
import type { Context } from './context.ts';
import type { AccountSummary, Control } from './control/control-types.ts';
import type { Entry } from './state/journal.ts';
import type { Project } from './state/project.ts';
import type { User } from './state/user.ts';
import { tenantWire } from './tenants/tenant-config.ts';
import { serviceAccountFile } from './tokens/service-account.ts';

interface ControlledProject extends Pick<Context, 'attempts' | 'phones' | 'tenants'> {
  readonly project: Project;
  /** Resolves when the signing keys are generated. */
  readonly context: Promise<Context>;
}

interface SavedProject {
  readonly entries: readonly Entry[];
  readonly tenants: readonly { readonly tenantId: string; readonly entries: readonly Entry[] }[];
  readonly answerDelayMs: number;
}

const SERVICE = 'identity';
const KINDS = ['user', 'code', 'revoked', 'settings', 'clock'];

export function controlProject(controlled: ControlledProject): Control {
  const { project, context } = controlled;
  return {
    ...controlState(controlled),
    ...controlContents(controlled),
    ...controlClock(project),
    ...controlSettings(project),
    ...controlKeys(project, context),
    // Changes are on disk before they are answered, so only key generation may be pending.
    settle: async () => void (await context),
  };
}

function controlState({ project, attempts, phones, tenants }: ControlledProject) {
  const clear = () => {
    attempts.reset();
    phones.reset();
    tenants.clear();
    project.reset();
  };
  return {
    reset: async () => clear(),
    saveState: async () => {
      const saved: SavedProject = {
        entries: project.save(),
        tenants: tenants.sorted().map(({ project: tenant }) => {
          return { tenantId: tenant.tenantId ?? '', entries: tenant.save() };
        }),
        answerDelayMs: project.answerDelayMs,
      };
      return { service: SERVICE, version: STATE_VERSION, content: { ...saved } };
    },
    checkState: async (saved) => void (await checkSaved(project, saved)),
    loadState: async (saved) => {
      const content = await checkSaved(project, saved);
      clear();
      project.load(content.entries);
      project.answerDelayMs = content.answerDelayMs;
      for (const { tenantId, entries } of content.tenants) {
        tenants.create(tenantId, project.initialConfig).project.load(entries);
      }
    },
  } satisfies Partial<Control>;
}

/** Loads the state elsewhere, and shows what it has there. */
async function checkSaved(project: Project, saved: SavedState): Promise<SavedProject> {
  const content = savedContent<SavedProject>(saved, SERVICE);
  await asSavedFault(SERVICE, () => {
    integer(0)(content.answerDelayMs, 'answerDelayMs');
    requireObjects(content.tenants, 'tenants', ['tenantId']);
    for (const { entries } of [content, ...content.tenants]) {
      for (const [kind, id] of entries) {
        oneOf(KINDS)(kind, 'the kind of an entry');
        text(id, 'the id of an entry');
      }
      const users = entries.flatMap(([kind, , user]) => (kind === 'user' && user !== undefined ? user : []));
      requireObjects(users, 'users', ['localId']);
      const copy = project.rehearse(entries);
      requireObjects(copy.codes(), 'codes', ['code', 'type', 'email', 'link']);
      for (const { createdAt } of [...copy.users.all(), ...copy.codes()]) integer(0)(createdAt, 'createdAt');
      copy.users.sorted().map(userWire);
      requireWhole(copy.config);
    }
  });
  return content;
}

function controlContents({ project, tenants }: ControlledProject) {
  const feed = new ChangeFeed();
  return {
    accountChanges: async (since) => {
      const { cursor, count, changed } = feed.since(since, project.users.all());
      return { cursor, count, rows: changed.map(accountSummary) };
    },
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
        const to = type === 'VERIFY_AND_CHANGE_EMAIL' ? (newEmail ?? email) : email;
        return { to, type, link, code, sentAt: createdAt };
      });
    },
  } satisfies Partial<Control>;
}

function controlClock(project: Project) {
  return {
    clock: async () => clockReading(project.now(), project.clockOffset),
    now: async () => project.now(),
    advanceTime: async (by) => {
      const before = project.now();
      const after = advanced(before, typeof by === 'number' ? { milliseconds: by } : by);
      project.advanceClock(after - before);
      return project.now();
    },
  } satisfies Partial<Control>;
}

function controlSettings(project: Project) {
  return {
    configure: async (change) => {
      project.saveConfig(changedConfig(project.config, configChanges(change, null, {})));
      return configWire(project.config);
    },
    switches: async () => ({ answerDelayMs: project.answerDelayMs }),
    setSwitches: async ({ answerDelayMs = project.answerDelayMs }) => {
      project.answerDelayMs = answerDelayMs;
      return { answerDelayMs };
    },
  } satisfies Partial<Control>;
}

function controlKeys(project: Project, context: Promise<Context>) {
  return {
    rotateKeys: async () => (await context).keys.rotate(),
    serviceAccount: async () =>
      serviceAccountFile(project.projectId, (await context).keys.newestOfServiceAccount),
    addServiceAccountKey: async () =>
      serviceAccountFile(project.projectId, await (await context).keys.addServiceAccountKey()),
    deleteServiceAccountKey: async (id) => (await context).keys.deleteServiceAccountKey(id),
  } satisfies Partial<Control>;
}

function accountSummary({ localId: id, email, displayName, createdAt, disabled }: User): AccountSummary {
  return { id, email: email ?? null, name: displayName ?? null, createdAt, disabled };
}
