import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';
import { ROOT } from '../../tests/support/repository-root.ts';

interface SourceMap {
  readonly sources: readonly string[];
  readonly sourcesContent: readonly (string | null)[];
}

const KIT_FOLDER = join(ROOT, 'infra/emulators/kit');

/** Makes source paths independent of the machine, and removes the text of third-party sources. */
export async function tidySourceMaps(folder: string, workspace: string): Promise<void> {
  const maps = (await readdir(folder)).filter((name) => name.endsWith('.map'));
  await Promise.all(
    maps.map(async (name) => {
      const file = join(folder, name);
      const map = JSON.parse(await readFile(file, 'utf8')) as SourceMap;
      const paths = map.sources.map((source) => resolve(folder, source));
      const isOwn = paths.map(
        (path) => path.startsWith(`${workspace}/`) || path.startsWith(`${KIT_FOLDER}/`),
      );
      const tidied = {
        ...map,
        sources: paths.map((path, index) =>
          isOwn[index] ? toMappedPath(path, workspace) : relative(ROOT, path),
        ),
        sourcesContent: map.sourcesContent.map((text, index) => (isOwn[index] ? text : null)),
      };
      await writeFile(file, JSON.stringify(tidied));
    }),
  );
}

/** The path relative to `lib`; the kit appears next to the package's own sources. */
function toMappedPath(path: string, workspace: string): string {
  return path.startsWith(`${workspace}/`)
    ? `../${relative(workspace, path)}`
    : `../kit/${relative(KIT_FOLDER, path)}`;
}
