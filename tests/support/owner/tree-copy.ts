import { execFile } from 'node:child_process';
import { cp, lstat, mkdir, readdir, readFile, readlink, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../../infra/emulators/tests/support/temporary-folder.ts';
import { ROOT } from '../../../scripts/step.ts';
import { tracked } from '../../../scripts/tracked-files.ts';

export type TreeCopy = Awaited<ReturnType<typeof copyTree>>;

/** Copies the tree as git sees it and links the installed libraries; the workspaces are those of the copy. */
export async function copyTree() {
  const { path, close } = await temporaryFolder();
  /** The files changed so far, relative to the copy. */
  const touched = new Set<string>();
  for (const file of await tracked('*')) await cp(join(ROOT, file), join(path, file), { recursive: true });
  await linkLibraries(path, '.');
  const write = async (file: string, text: string) => {
    touched.add(file);
    await writeFile(join(path, file), text);
  };
  return {
    path,
    touched,
    close,
    write,
    /** Rewrites a file; throws if that changes nothing. */
    async edit(file: string, change: (text: string) => string) {
      const text = await readFile(join(path, file), 'utf8');
      const edited = change(text);
      if (edited === text) throw new Error(`The edit of ${file} changes nothing.`);
      await write(file, edited);
    },
    async remove(file: string) {
      touched.add(file);
      await rm(join(path, file));
    },
    /** Runs Node in `folder` and resolves with its output; `code` is its exit code. */
    async run(folder: string, ...args: readonly string[]) {
      const running = promisify(execFile)(process.execPath, args, {
        cwd: join(path, folder),
        env: { PATH: process.env.PATH, HOME: process.env.HOME },
        maxBuffer: 16 * 1024 * 1024,
      });
      const { stdout, stderr, code } = await running.then(
        (done) => ({ ...done, code: 0 }),
        (error: { readonly stdout: string; readonly stderr: string; readonly code: number }) => error,
      );
      return { code, output: stdout + stderr };
    },
  };
}

async function linkLibraries(copy: string, folder: string): Promise<void> {
  const source = join(ROOT, folder, 'node_modules');
  const target = join(copy, folder, 'node_modules');
  await mkdir(target, { recursive: true });
  for (const name of await readdir(source)) {
    const from = join(source, name);
    if (name === '@outharbor') await linkWorkspaces(from, join(target, name));
    else if (!name.startsWith('.') || name === '.bin') await symlink(from, join(target, name));
  }
}

/** npm links each workspace by a relative path, which leads into the copy from there. */
async function linkWorkspaces(source: string, target: string): Promise<void> {
  await mkdir(target);
  for (const name of await readdir(source)) {
    const link = join(source, name);
    if ((await lstat(link)).isSymbolicLink()) await symlink(await readlink(link), join(target, name));
  }
}
