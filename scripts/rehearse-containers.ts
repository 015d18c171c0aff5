import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { browserArguments } from '@outharbor/rehearsal/browser-arguments';
import { COMPOSE_ARGUMENTS, REPORT_ARGUMENTS } from '@outharbor/rehearsal/compose-arguments';
import { OPERATOR_SETTINGS } from '@outharbor/rehearsal/operator';
import type { StageOptions } from '@outharbor/rehearsal/stage';
import type { StageReport } from '@outharbor/rehearsal/stage-control';
import { ROOT, succeeds } from './step.ts';

const DEFAULT_STAGE_PORT = 8443;

export interface RunningRehearsal {
  readonly origin: string;
  readonly browserArguments: readonly string[];
  close(): Promise<void>;
}

export type StageSwitches = Required<Pick<StageOptions, 'latencyMs' | 'rateLimits'>>;

/** Builds the live images and starts them with the stage; resolves once all containers are healthy. */
export async function rehearseInContainers(switches: StageSwitches): Promise<RunningRehearsal> {
  const { latencyMs, rateLimits } = switches;
  const environment = { ...process.env, LATENCY_MS: String(latencyMs), RATE_LIMITS: String(rateLimits) };
  const compose = (...args: readonly string[]) =>
    succeeds('docker', ['compose', ...COMPOSE_ARGUMENTS, ...args], environment);
  const close = async () => void (await compose('down', '--volumes'));
  if (!(await compose('up', '--build', '--detach', '--wait'))) {
    await compose('logs', '--tail', '30');
    await close();
    throw new Error('The containers did not become healthy; their last log lines are above.');
  }
  const command = ['compose', ...COMPOSE_ARGUMENTS, ...REPORT_ARGUMENTS];
  const { stdout } = await promisify(execFile)('docker', command, { cwd: ROOT });
  const { spkiHash } = JSON.parse(stdout) as StageReport;
  const port = Number(process.env.STAGE_PORT ?? DEFAULT_STAGE_PORT);
  return {
    origin: OPERATOR_SETTINGS.PUBLIC_URL,
    browserArguments: browserArguments(port, spkiHash),
    close,
  };
}
