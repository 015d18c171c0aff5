import { basename } from 'node:path';
import type { EmulatorsConfig } from '../config/config.ts';
import type { FirebaseProject } from '../exec/firebase-project.ts';
import { SERVICES, type Service } from '../services/services.ts';
import type { Command } from './options.ts';

export type Plan = Awaited<ReturnType<typeof planStart>>;

const FIREBASE_SECTIONS = ['identity', 'database', 'console'] as const;

/** Reads the config file and, for `exec` and commands of firebase-tools, the `firebase.json` in or above this folder. */
export async function planStart(command: Command, warn: (message: string) => void) {
  const named = command.text('config');
  const isFirebaseFile = named !== undefined && basename(named).endsWith('firebase.json');
  const follows = isFirebaseFile || command.isFirebase || command.script !== undefined;
  const project = follows ? await readProject(command, isFirebaseFile ? named : undefined) : undefined;
  const file = isFirebaseFile ? undefined : named;
  const inFile = file && (await (await import('../config/config-file.ts')).readConfigFile(file));
  /** The config as it is started, from what a file says. */
  const complete = (config: EmulatorsConfig) =>
    withSwitches(command, merge(project?.config ?? {}, config, follows));
  if (command.isFirebase && project?.missing.length)
    warn(
      `firebase.json also names ${project.missing.join(', ')}: start these with firebase-tools beside this command`,
    );
  return {
    /** The config file to follow. */
    file,
    services: chooseServices(command, project),
    host: command.text('host') ?? project?.host,
    /** Undefined unless a `firebase.json` counts. */
    project,
    config: complete(inFile || {}),
    complete,
  };
}

async function readProject(command: Command, named: string | undefined) {
  const { findFirebaseFile, readFirebaseProject } = await import('../exec/firebase-project.ts');
  return readFirebaseProject(named ?? findFirebaseFile(process.cwd()), command.text('project'));
}

/** A script gets the console only when it is asked for, as with firebase-tools. */
function chooseServices(command: Command, project: FirebaseProject | undefined): readonly Service[] {
  const inFile = command.isFirebase && project?.services.length ? project.services : SERVICES;
  const wanted =
    command.services ?? (command.script === undefined ? inFile : inFile.filter((each) => each !== 'console'));
  return command.isOn('ui') || command.isOn('mcp') ? [...wanted, 'console'] : wanted;
}

/** The variables that SDKs read have them expect what Google's emulators do: tokens that are not signed. */
function merge(firebase: EmulatorsConfig, own: EmulatorsConfig, permissive: boolean): EmulatorsConfig {
  const sections = FIREBASE_SECTIONS.map((name) => [name, { ...firebase[name], ...own[name] }] as const);
  const merged: EmulatorsConfig = { ...firebase, ...own, ...Object.fromEntries(sections) };
  return permissive
    ? { ...merged, identity: { permissive: true, ...merged.identity } }
    : { ...firebase, ...own };
}

/** The switches are short forms of settings. */
function withSwitches(command: Command, given: EmulatorsConfig): EmulatorsConfig {
  const project = command.text('project');
  const config = project === undefined || given.projectId ? given : { ...given, projectId: project };
  if (command.isOn('real-names')) return { ...config, https: { ...config.https, realNames: true } };
  return command.isOn('https') ? { ...config, https: config.https ?? {} } : config;
}
