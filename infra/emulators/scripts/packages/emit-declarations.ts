import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { succeedsQuietly } from '../../../../scripts/step.ts';
import { ROOT } from '../../tests/support/repository-root.ts';
import type { Modules } from './bundle-modules.ts';
import { builtDeclaration, commonJs, KIT } from './manifest.ts';

const WORKSPACES = join(ROOT, 'infra/emulators');
const RELATIVE_MODULE = /((?:from|import\()\s*["']\.{1,2}\/[^"']+)\.js(["'])/g;
const IMPORTED_MODULE = /((?:from|import\()\s*["'])([^"']+)(["'])/g;

/**
 * Writes only the declarations that the entries use to `lib/types`, the kit's to `lib/types/kit`; each twice,
 * since TypeScript reads a `.d.ts` of this package as an ES module even if `require` loads it.
 */
export async function emitDeclarations({ source, stage, entries }: Modules): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'declarations-'));
  try {
    const project = join(all, 'tsconfig.json');
    await writeFile(project, JSON.stringify(createProject(source, entries, all)));
    if (!(await succeedsQuietly('tsc', ['-p', project])))
      throw new Error(`${source}: tsc could not emit declarations.`);
    const pending = entries.map((entry) => builtDeclaration(entry).replace('./lib/types/', ''));
    const done = new Set<string>();
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (done.has(file)) continue;
      done.add(file);
      const from = dirname(file);
      const text = await readFile(join(all, 'types', toEmittedPath(file, source)), 'utf8');
      const rewritten = text.replace(IMPORTED_MODULE, (whole, start, module, end) => {
        const path = findStagedModule(module, from);
        if (path === undefined) return whole;
        pending.push(`${path}.d.ts`);
        const relativePath = relative(from, path);
        return `${start}${relativePath.startsWith('.') ? relativePath : `./${relativePath}`}.js${end}`;
      });
      const target = join(stage, 'lib', 'types', file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, rewritten);
      await writeFile(commonJs(target), rewritten.replace(RELATIVE_MODULE, '$1.cjs$2'));
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

/** The path of a package or kit module below `lib/types`, without extension; undefined for other modules. */
function findStagedModule(module: string, from: string): string | undefined {
  if (module.startsWith(`${KIT}/`)) return join('kit', module.slice(KIT.length + 1));
  if (/^\.{1,2}\/.*\.ts$/.test(module)) return normalize(join(from, module.slice(0, -'.ts'.length)));
  return undefined;
}

function toEmittedPath(file: string, source: string): string {
  return file.startsWith('kit/')
    ? join('kit/src', file.slice('kit/'.length))
    : join(basename(source), 'src', file);
}

function createProject(source: string, entries: readonly string[], out: string): object {
  return {
    extends: join(WORKSPACES, 'tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: WORKSPACES,
      outDir: join(out, 'types'),
      // Resolved as a package, the kit's declarations would not be emitted.
      paths: { [`${KIT}/*`]: [join(WORKSPACES, 'kit/src/*.ts')] },
    },
    // Reached through a sibling alone, a file of the kit would count as another package's. The rooms of the Stripe
    // emulator declare what its store has, which its control client does not reach.
    include: [join(WORKSPACES, 'kit/src/*.ts'), join(WORKSPACES, 'stripe/src/server/installed.ts')],
    exclude: [join(WORKSPACES, 'kit/src/*.test.ts')],
    files: entries.map((entry) => relative(out, join(source, entry))),
  };
}
