import { onTestFinished } from 'vitest';
import { temporaryFolder } from './temporary-folder.ts';

/** The path of a new folder, which is removed when the test has ended. */
export async function testFolder(): Promise<string> {
  const { path, close } = await temporaryFolder();
  onTestFinished(close);
  return path;
}
