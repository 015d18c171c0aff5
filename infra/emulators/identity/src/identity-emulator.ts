import type { KeyObject } from 'node:crypto';
import type { Server } from 'node:http';
import { join } from 'node:path';
import {
  CLOCK_ROUTES,
  type ControlServerOptions,
  createControlServer,
} from '@outharbor/emulator-kit/control-server';
import { listenOn, stopListening } from '@outharbor/emulator-kit/listening';
import { pageGuard } from '@outharbor/emulator-kit/page-guard';
import { RequestLog } from '@outharbor/emulator-kit/request-log';
import { inStateFolder } from '@outharbor/emulator-kit/state-folder';
import { OPERATIONS, type SpecialOperation } from './control/control-routes.ts';
import type { Control, NamespaceControl } from './control/control-types.ts';
import { ApiError } from './errors/api-error.ts';
import { createPublicServer } from './http/public-server.ts';
import { hostsOfProject } from './http/service-hosts.ts';
import { openProject } from './open-project.ts';
import type { IdentityEmulatorOptions } from './options.ts';
import { Projects, projectIdIn } from './projects.ts';
import { openJournal } from './state/journal.ts';
import { defaultConfig, newProjectConfig } from './state/project-config.ts';
import { isAccessToken } from './tokens/service-account.ts';
import { openSigningKeys, type SigningKeys } from './tokens/signing-keys.ts';

export type { IdentityEmulatorOptions } from './options.ts';

export type IdentityNamespace = NamespaceControl & {
  readonly projectId: string;
  /** An API key of this namespace; any key with the same suffix works. */
  readonly apiKey: string;
};

export interface IdentityEmulator extends Control {
  readonly url: string;
  /** `host:port`, for FIREBASE_AUTH_EMULATOR_HOST and connectAuthEmulator. */
  readonly authority: string;
  readonly projectId: string;
  /** Undefined when the control interface is disabled. */
  readonly controlUrl: string | undefined;
  /** A separate project on the same ports, created empty on first use. Projects share no state. */
  namespace(name: string): IdentityNamespace;
  /** The public key for tokens signed with this key id; undefined for an unknown id. */
  publicKey(keyId: string): KeyObject | undefined;
  /** Whether a project's service account was granted this access token; the default project without an id. */
  isAccessToken(token: string, projectId?: string): boolean;
  close(): Promise<void>;
}

/** Starts an emulator. Throws, leaving nothing open, if a port is in use or saved state cannot be read. */
export function startIdentityEmulator(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  return inStateFolder(options.dataDir, () => start(options));
}

async function start(options: IdentityEmulatorOptions): Promise<IdentityEmulator> {
  const { projectId, port = 0, host = '127.0.0.1', controlPort, dataDir, allowedHosts } = options;
  const { onWarning = (message: string) => process.emitWarning(message) } = options;
  let url = '';
  let keys: SigningKeys | undefined;
  const actionUrl = () => options.actionUrl ?? `${url}/emulator/action`;
  // The first start generates keys. The port is already open, and requests wait.
  const opening = openSigningKeys(dataDir).then((opened) => {
    keys = opened;
    return opened;
  });
  // Prevents an unhandled rejection before the promise is awaited.
  opening.catch(() => undefined);
  const projects = openProjects(options, opening, actionUrl);
  const namespace = (name: string) => openNamespace(projects, name);
  const defaultControl = controlAll(projects);
  const guard = pageGuard({
    allowedHosts,
    serviceHosts: hostsOfProject(projectId),
    publicUrls: () => [options.actionUrl],
  });
  const requests = new RequestLog();
  const server = createPublicServer({ projects, guard, requests, onWarning });
  const control = createControl(projects, defaultControl, { requests, allowedHosts });
  const close = async (): Promise<void> => {
    await opening.catch(() => undefined);
    await stopListening(server);
    await stopListening(control);
    await keys?.settle();
  };
  try {
    const address = await listenOn(server, port, host);
    url = address.url;
    const controlAddress = controlPort === undefined ? undefined : await listenOn(control, controlPort, host);
    return {
      ...defaultControl,
      url,
      authority: new URL(url).host,
      projectId,
      controlUrl: controlAddress?.url,
      namespace,
      publicKey: (keyId) => keys?.publicKey(keyId),
      isAccessToken: (token, of = projectId) => {
        const project = projects.existing(of)?.project;
        return keys !== undefined && project !== undefined && isAccessToken(token, project, keys);
      },
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openProjects(
  options: IdentityEmulatorOptions,
  keys: Promise<SigningKeys>,
  actionUrl: () => string,
): Projects {
  const { projectId, dataDir, now = Date.now } = options;
  const { permissive = false, allowOwner = true, newProject = false } = options;
  return new Projects((namespace, otherId) => {
    // Only the default project is stored on disk.
    const folder = namespace === null && otherId === undefined ? dataDir : undefined;
    const id = otherId ?? projectIdIn(projectId, namespace);
    const config = newProject ? newProjectConfig(id) : defaultConfig(!permissive);
    const journal = folder === undefined ? undefined : openJournal(folder);
    const tenantFolder = folder && join(folder, 'tenants');
    const project = { projectId: id, namespace, config, journal, tenantFolder, now };
    return openProject(project, keys, { permissive, allowOwner, actionUrl });
  }, permissive);
}

function openNamespace(projects: Projects, name: string): IdentityNamespace {
  const { project, control } = projects.open(name);
  const { projectId: id, apiKey } = project;
  return { ...control, projectId: id, apiKey, close: () => projects.remove(name) };
}

/** The default project's control, whose reset removes the other projects too. */
function controlAll(projects: Projects): Control {
  const { control } = projects.defaultProject;
  return {
    ...control,
    reset: async () => {
      projects.removeOthers();
      await control.reset();
    },
  };
}

function createControl(
  projects: Projects,
  defaultTarget: Control,
  shared: Pick<ControlServerOptions<Control, SpecialOperation>, 'requests' | 'allowedHosts'>,
): Server {
  return createControlServer<Control, SpecialOperation>({
    ...shared,
    defaultTarget,
    namespaces: {
      open: (name) => openNamespace(projects, name),
      remove: projects.remove,
      names: projects.names,
    },
    operations: OPERATIONS,
    routes: CLOCK_ROUTES,
    errorStatus: (error) => (error instanceof ApiError ? error.statusCode : undefined),
  });
}
