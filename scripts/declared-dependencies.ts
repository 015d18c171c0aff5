import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'([@\w][\w@./:-]*)'/g;
/** Runs the tests of every package, which is the root's business. */
const TEST_RUNNER = 'vitest';
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** Imports of packages that the file's own package.json does not declare, as `file: package`. */
export async function undeclaredImports(root = ROOT, files?: readonly string[]): Promise<string[]> {
  const sources = files ?? (await tracked('*.ts', '*.tsx', '*.mjs', '*.cjs'));
  const undeclared = await Promise.all(
    sources.map(async (file) => {
      const declared = await packagesOf(root, dirname(file));
      const text = await readFile(join(root, file), 'utf8');
      return [...importedPackages(text)]
        .filter((name) => !declared.has(name))
        .map((name) => `${file}: ${name}`);
    }),
  );
  return undeclared.flat().toSorted();
}

/** The packages that a source names; Node.js's own modules and what a bundler makes up (`virtual:…`) are left out. */
export function importedPackages(text: string): Set<string> {
  const names = [...text.matchAll(IMPORTED)].map(([, specifier = '']) => packageOf(specifier));
  return new Set(names.filter((name) => !name.includes(':') && !BUILT_IN.has(name)));
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The package that a folder belongs to, and what it declares. */
async function packagesOf(root: string, folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(root, folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return packagesOf(root, dirname(folder));
  const { name, dependencies, devDependencies } = JSON.parse(text) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>> | undefined>
  > & { readonly name: string };
  return new Set([name, TEST_RUNNER, ...Object.keys({ ...dependencies, ...devDependencies })]);
}
