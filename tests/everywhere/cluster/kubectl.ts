import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const run = promisify(execFile);
const OUTPUT_LIMIT = 64 * 1024 * 1024;

/** `kubectl` in one namespace of the current context. */
export class Kubectl {
  readonly namespace: string;

  constructor(namespace: string) {
    this.namespace = namespace;
  }

  /** Runs a command and resolves with its output; rejects with its error output. */
  async run(...args: readonly string[]): Promise<string> {
    const { stdout } = await run('kubectl', ['-n', this.namespace, ...args], { maxBuffer: OUTPUT_LIMIT });
    return stdout.trim();
  }

  async apply(manifest: string, ...options: readonly string[]): Promise<string> {
    const applying = run('kubectl', ['-n', this.namespace, 'apply', ...options, '-f', '-'], {
      maxBuffer: OUTPUT_LIMIT,
    });
    applying.child.stdin?.end(manifest);
    return (await applying).stdout;
  }

  /** Posts an object to a path of the API server. */
  async create(path: string, object: string): Promise<void> {
    const creating = run('kubectl', ['create', '--raw', path, '-f', '-']);
    creating.child.stdin?.end(object);
    await creating;
  }

  read(resource: string, path: string): Promise<string> {
    return this.run('get', ...resource.split(' '), '-o', `jsonpath=${path}`);
  }

  /** Names of a workload's ready pods, without those that are ending. */
  async pods(app: string): Promise<string[]> {
    const list = JSON.parse(await this.run('get', 'pods', '-l', `app=${app}`, '-o', 'json')) as PodList;
    return list.items
      .filter(({ metadata, status }) => metadata.deletionTimestamp === undefined && isReady(status))
      .map(({ metadata }) => metadata.name);
  }

  async rolledOut(deployment: string, seconds = 180): Promise<void> {
    await this.run('rollout', 'status', `deployment/${deployment}`, `--timeout=${seconds}s`);
  }

  /** Starts a command in a pod, with its output to be read. */
  startIn(target: string, command: readonly string[]): ChildProcess {
    return spawn('kubectl', ['-n', this.namespace, 'exec', '-i', target, '--', ...command], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
  }

  /** Forwards a local port to a pod, until the returned process is killed. */
  async forward(
    target: string,
    port: number,
  ): Promise<{ readonly process: ChildProcess; readonly port: number }> {
    const process = spawn('kubectl', ['-n', this.namespace, 'port-forward', target, `:${port}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = await once(createInterface(process.stdout), 'line');
    return { process, port: Number(/127\.0\.0\.1:(\d+)/.exec(String(line))?.[1]) };
  }
}

interface PodStatus {
  readonly conditions?: readonly { readonly type: string; readonly status: string }[];
}

interface PodList {
  readonly items: readonly {
    readonly metadata: { readonly name: string; readonly deletionTimestamp?: string };
    readonly status: PodStatus;
  }[];
}

function isReady({ conditions = [] }: PodStatus): boolean {
  return conditions.some(({ type, status }) => type === 'Ready' && status === 'True');
}
