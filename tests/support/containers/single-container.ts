import { docker } from '../../../infra/emulators/tests/support/docker.ts';

type Environment = Readonly<Record<string, string>>;

export type SingleContainer = Awaited<ReturnType<typeof startContainer>>;

const HARDENED = ['--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges', '--init'];
const variables = (environment: Environment) =>
  Object.entries(environment).flatMap(([name, value]) => ['--env', `${name}=${value}`]);

/** Starts a container of an image on an existing network. */
export async function startContainer(
  image: string,
  network: string,
  environment: Environment,
  options: readonly string[] = [],
  command: readonly string[] = [],
) {
  const args = [...HARDENED, '--tmpfs', '/tmp:mode=1777', '--network', network, ...options];
  const id = (
    await docker(['run', '--detach', ...args, ...variables(environment), image, ...command])
  ).trim();
  return {
    /** Runs a Bash script inside and resolves with its output. */
    shell: (script: string) => docker(['exec', id, 'bash', '-c', script]),
    logs: () => docker(['logs', id]),
    /** The local address of a published port. */
    publishedAddress: async (port: number) => (await docker(['port', id, String(port)])).trim(),
    remove: async () => {
      await docker(['rm', '--force', '--volumes', id]);
    },
  };
}

/** Runs a container that is expected to exit; resolves with its exit code and standard error. */
export async function catchRejection(image: string, environment: Environment) {
  const args = [...HARDENED, '--tmpfs', '/tmp:mode=1777', '--network', 'none', ...variables(environment)];
  return docker(['run', '--rm', ...args, image]).then(
    () => ({ code: 0, stderr: '' }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, stderr }),
  );
}
