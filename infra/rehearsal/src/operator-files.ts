import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Authority } from '@outharbor/emulator-kit/authority';
import type { SecretName } from './operator.ts';

/** The certificate that clients of the stage must trust, stored with the secrets. */
export const AUTHORITY_FILE = 'authority.pem';

export interface OperatorFiles {
  readonly secrets: Readonly<Partial<Record<SecretName, string>>>;
  readonly authority: Pick<Authority, 'certificate'>;
}

/**
 * Writes the folder that the API reads when it starts: the operator's secrets, readable only by owner and
 * group.
 */
export async function writeOperatorFiles(
  { secrets, authority }: OperatorFiles,
  folder: string,
): Promise<void> {
  const files = { ...secrets, [AUTHORITY_FILE]: authority.certificate };
  for (const [name, content] of Object.entries(files)) {
    const path = join(folder, name);
    // A file of an earlier stage may be read-only.
    await rm(path, { force: true });
    await writeFile(path, content, { mode: 0o640 });
  }
}
