import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, normalize, relative } from 'node:path';
import { ROOT, succeedsQuietly } from '../step.ts';
import type { Modules } from './bundle-modules.ts';
import { declarationOf } from './manifest.ts';

const RELATIVE_MODULE = /((?:from|import\()\s*["'])(\.{1,2}\/[^"']+)\.ts(["'])/g;

/** Writes the declarations that the entries reach, and no others, to `lib/types`. */
export async function emitDeclarations({ source, stage, entries }: Modules): Promise<void> {
  const all = await mkdtemp(join(tmpdir(), 'declarations-'));
  try {
    const project = join(all, 'tsconfig.json');
    await writeFile(project, JSON.stringify(projectOf(source, entries, all)));
    if (!(await succeedsQuietly('tsc', ['-p', project]))) throw new Error(`${source}: no declarations.`);
    const pending = entries.map((entry) => declarationOf(entry).replace('./lib/types/', ''));
    const done = new Set<string>();
    for (let file = pending.pop(); file !== undefined; file = pending.pop()) {
      if (done.has(file)) continue;
      done.add(file);
      const text = await readFile(join(all, 'types', file), 'utf8');
      for (const [, , path = ''] of text.matchAll(RELATIVE_MODULE)) {
        pending.push(normalize(join(dirname(file), `${path}.d.ts`)));
      }
      const target = join(stage, 'lib', 'types', file);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, text.replace(RELATIVE_MODULE, '$1$2.js$3'));
    }
  } finally {
    await rm(all, { recursive: true });
  }
}

function projectOf(source: string, entries: readonly string[], out: string): object {
  return {
    extends: join(ROOT, 'infra/emulators/tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: join(source, 'src'),
      outDir: join(out, 'types'),
    },
    include: [],
    files: entries.map((entry) => relative(out, join(source, entry))),
  };
}
