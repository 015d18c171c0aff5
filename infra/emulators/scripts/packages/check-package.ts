import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core';
import { filterProblems, problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { type Manifest, readManifest } from './manifest.ts';

const IMPORTED = /(?:\bfrom|\bimport)\s*\(?\s*["']([^"'\n]+)["']/g;
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** Faults that publint reports, and those that would break an installed package. */
export async function findPackageFaults(stage: string): Promise<string[]> {
  const manifest = await readManifest(stage);
  const files = (await readdir(stage, { recursive: true })).toSorted();
  const { messages } = await publint({ pkgDir: stage, pack: false, strict: true });
  return [
    ...messages.map((message) => formatMessage(message, manifest as object) ?? message.code),
    ...(await undeclaredImports(stage, manifest, files)),
    ...files
      .filter((file) => /\.test\.|tsconfig|\.tsbuildinfo|\.env/.test(file))
      .map((file) => `${file} must not be published`),
  ];
}

/** Addresses that reach nobody, which stand in for the publisher's. */
export async function findPlaceholders(stage: string): Promise<string[]> {
  const texts = ['package.json', 'SECURITY.md'].map(async (file) => {
    const text = await readFile(join(stage, file), 'utf8');
    return Array.from(
      text.matchAll(/[\w.@/-]+\.example\b/g),
      ([address]) => `${file} names ${address}: scripts/packages/home.ts and SECURITY.md need yours`,
    );
  });
  return (await Promise.all(texts)).flat();
}

/** Imports that neither Node.js nor a declared package provides. */
async function undeclaredImports(
  stage: string,
  { name, dependencies, peerDependencies }: Manifest,
  files: readonly string[],
): Promise<string[]> {
  const runtime = new Set([name, ...Object.keys(dependencies ?? {})]);
  const types = new Set([...runtime, ...Object.keys(peerDependencies ?? {})]);
  const faults: string[] = [];
  for (const file of files.filter(
    (each) => /^lib\/.*\.(js|d\.c?ts)$/.test(each) && !each.includes('browser-scripts'),
  )) {
    const declared = /\.d\.c?ts$/.test(file) ? types : runtime;
    const text = await readFile(join(stage, file), 'utf8');
    for (const imported of listImports(text, file)) {
      if (!declared.has(imported)) faults.push(`${file} imports ${imported}, which is not declared`);
    }
  }
  return faults;
}

function listImports(text: string, file: string): Set<string> {
  // A bundle's own imports start a line; those inside strings do not.
  const lines = file.endsWith('.js')
    ? text.split('\n').filter((line) => /^(import|export)\b|\bimport\(/.test(line))
    : [text];
  const names = [...lines.join('\n').matchAll(IMPORTED)]
    .map(([, specifier = '']) => specifier)
    .filter(
      (specifier) => !specifier.startsWith('.') && !specifier.startsWith('node:') && !BUILT_IN.has(specifier),
    );
  return new Set(names.map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')));
}

/** What TypeScript would get wrong about a packed package, for ES modules, CommonJS and bundlers. */
export async function findTypeFaults(tarball: string): Promise<string[]> {
  const analysis = await checkPackage(createPackageFromTarballData(await readFile(tarball)));
  if (!analysis.types) return ['the package has no types'];
  const problems = (['node16-cjs', 'node16-esm', 'bundler'] as const).flatMap((resolutionKind) =>
    filterProblems(analysis, { resolutionKind }),
  );
  return [
    ...new Set(
      problems.map((problem) => `${problemKindInfo[problem.kind].title}: ${JSON.stringify(problem)}`),
    ),
  ];
}
