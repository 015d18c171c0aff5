import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface Release {
  /** Build folder of the site. */
  readonly siteDir: string;
  /** Folder with the sources. */
  readonly sources: string;
  remove(): Promise<void>;
}

/** The email address in the footer of every page, which distinguishes the next release. */
export const NEXT_EMAIL = 'hello@next.outharbor.example';

const ofBuild = ['web', 'tsconfig.base.json'];
/** Everything that the web image is built from. */
const ofImage = [...ofBuild, 'package.json', 'package-lock.json', '.npmrc', '.dockerignore', 'api', 'infra'];

/** Copies the named sources and changes the email address. */
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

/** Copies the sources for a web image of the next release. */
export const sourcesOfNextRelease = () => copyChanged(ofImage);

/** Builds the next release of the site, which differs in its email address. */
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
