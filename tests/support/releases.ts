import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Release {
  /** The build of the site. */
  readonly siteDir: string;
  /** Sources of it, as the images are built from. */
  readonly sources: string;
  remove(): Promise<void>;
}

/** The e-mail address on every page of the next release: a small change of content, in a part that all pages share. */
export const NEXT_EMAIL = 'hello@next.outharbor.example';

const ofBuild = ['web', 'tsconfig.base.json'];
/** All that an image of the site is built from. */
const ofImage = [...ofBuild, 'package.json', 'package-lock.json', '.npmrc', '.dockerignore', 'api', 'infra'];

/** Copies of the named sources, with the small change of content. */
async function copyChanged(names: readonly string[]): Promise<Pick<Release, 'sources' | 'remove'>> {
  const sources = await mkdtemp(join(tmpdir(), 'release-'));
  for (const name of names)
    await cp(join(ROOT, name), join(sources, name), {
      recursive: true,
      filter: (path) => !/\/(node_modules|dist|\.data)$/.test(path),
    });
  await changeContent(join(sources, 'web/src/content/brand.ts'));
  return { sources, remove: () => rm(sources, { recursive: true }) };
}

/** What an image of the next release is built from. */
export const sourcesOfNextRelease = () => copyChanged(ofImage);

/** Builds the site once more from its sources with a small change of content. */
export async function buildNextRelease(): Promise<Release> {
  const { sources, remove } = await copyChanged(ofBuild);
  try {
    await symlink(join(ROOT, 'node_modules'), join(sources, 'node_modules'));
    await promisify(execFile)(process.execPath, ['prerender/build.ts'], {
      cwd: join(sources, 'web'),
      env: { ...process.env, NODE_ENV: 'production' },
    });
    return { siteDir: join(sources, 'web/dist'), sources, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function changeContent(file: string): Promise<void> {
  const content = await readFile(file, 'utf8');
  await writeFile(file, content.replace(/email: '[^']*'/, `email: '${NEXT_EMAIL}'`));
}
