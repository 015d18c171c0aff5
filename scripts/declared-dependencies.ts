import { readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { ROOT } from './step.ts';
import { tracked } from './tracked-files.ts';

const IMPORTED = /(?:\bfrom|\bimport|\bimport\(|\brequire\()\s*'([@\w][\w@./:-]*)'/g;
/** Runs the tests of every package, so only the root declares it. */
const TEST_RUNNER = 'vitest';
const BUILT_IN: ReadonlySet<string> = new Set(builtinModules);

/** Package imports that the nearest package.json does not declare, as `file: package`. */
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

/** Packages imported by a source, without Node.js built-ins and bundler modules (`virtual:…`). */
export function importedPackages(text: string): Set<string> {
  const names = [...text.matchAll(IMPORTED)].map(([, specifier = '']) => packageOf(specifier));
  return new Set(names.filter((name) => !name.includes(':') && !BUILT_IN.has(name)));
}

function packageOf(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/');
}

/** The name and declared dependencies of the package that contains the folder. */
async function packagesOf(root: string, folder: string): Promise<ReadonlySet<string>> {
  const text = await readFile(join(root, folder, 'package.json'), 'utf8').catch(() => undefined);
  if (text === undefined) return packagesOf(root, dirname(folder));
  const { name, dependencies, devDependencies } = JSON.parse(text) as Readonly<
    Record<'dependencies' | 'devDependencies', Readonly<Record<string, string>> | undefined>
  > & { readonly name: string };
  return new Set([name, TEST_RUNNER, ...Object.keys({ ...dependencies, ...devDependencies })]);
}
