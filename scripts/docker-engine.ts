import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Whether a Docker engine responds; an installed client is not enough. */
export async function dockerAnswers(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], { timeout: 10_000 });
    return true;
  } catch {
    return false;
  }
}
