import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { TestProject } from 'vitest/node';
import { temporaryFolder } from '../../../support/temporary-folder.ts';
import { go } from '../../../support/toolchains/go.ts';
import { java } from '../../../support/toolchains/java.ts';
import { python } from '../../../support/toolchains/python.ts';
import { stripeCli } from '../../../support/toolchains/stripe-cli.ts';
import {
  type Command,
  execute,
  install,
  missingFor,
  type Toolchain,
  toolchainFolder,
} from '../../../support/toolchains/toolchain.ts';
import type { Language } from './languages.ts';

declare module 'vitest' {
  interface ProvidedContext {
    clientCommands: Record<Language, Command>;
  }
}

/** Installs the SDKs and compiles the programs, before the tests forbid outbound connections. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  for (const toolchain of [python, go, java, stripeCli]) await provide(toolchain);
  const folder = await temporaryFolder();
  project.provide('clientCommands', {
    python: [
      join(toolchainFolder(python), 'venv', 'bin', 'python'),
      '-B',
      sourceFolder('python', 'client.py'),
    ],
    go: await buildGo(join(folder.path, 'go-client')),
    java: await buildJava(join(folder.path, 'java-classes')),
  });
  return () => folder.close();
}

async function provide(toolchain: Toolchain): Promise<void> {
  const missing = await missingFor(toolchain);
  if (missing.length > 0) throw new Error(`Install ${missing.join(', ')} to run the client tests.`);
  await install(toolchain);
}

/** Builds inside the module that has the SDK. */
async function buildGo(program: string): Promise<Command> {
  await execute(
    ['go', 'build', '-C', toolchainFolder(go), '-o', program, ...(await sources('go'))],
    toolchainFolder(go),
  );
  return [program];
}

async function buildJava(classes: string): Promise<Command> {
  const libraries = join(toolchainFolder(java), 'lib', '*');
  await execute(
    ['javac', '-cp', libraries, '-d', classes, ...(await sources('java'))],
    toolchainFolder(java),
  );
  return ['java', '-cp', `${classes}:${libraries}`, 'Client'];
}

async function sources(language: Language): Promise<string[]> {
  const names = await readdir(sourceFolder(language));
  return names.map((name) => sourceFolder(language, name));
}

function sourceFolder(language: Language, ...path: string[]): string {
  return join(fileURLToPath(new URL(`../${language}`, import.meta.url)), ...path);
}
