import type { Environment } from './environment.ts';
import type { ReadFile } from './read-environment.ts';
import { emulatorAddresses } from './safety-rules.ts';
import { readCredentialFile, readServiceAccountKey, type ServiceAccountKey } from './service-account-key.ts';

/** How the API authenticates to Firebase; `none` if Firebase is emulated. */
export type GoogleCredentials = ServiceAccountKey | 'application-default' | 'none';

/**
 * Checks the credentials before an SDK sees them, because the SDK's own error would quote the key. `origin`
 * returns the variable or file that a value came from.
 */
export function readGoogleCredentials(
  environment: Environment,
  origin: (name: string) => string,
  readFile: ReadFile,
): { readonly credentials: GoogleCredentials; readonly faults: readonly string[] } {
  const live = emulatorAddresses(environment).length === 0;
  const key = environment.FIREBASE_SERVICE_ACCOUNT;
  if (environment.FIREBASE_CREDENTIALS === 'application-default') {
    return { credentials: 'application-default', faults: faultsOfDefault(environment, live, readFile) };
  }
  if (key !== undefined) {
    const read = readServiceAccountKey(key);
    const fault = 'fault' in read ? read.fault : live && faultOfProject(read.projectId, environment);
    const faults = fault ? [`${origin('FIREBASE_SERVICE_ACCOUNT')}: ${fault}`] : [];
    return { credentials: 'fault' in read ? 'none' : read, faults };
  }
  const missing =
    'FIREBASE_SERVICE_ACCOUNT is missing: live Firebase needs a key, or FIREBASE_CREDENTIALS=application-default';
  return { credentials: 'none', faults: live ? [missing] : [] };
}

function faultsOfDefault(environment: Environment, live: boolean, readFile: ReadFile): string[] {
  const { GOOGLE_APPLICATION_CREDENTIALS: file, GOOGLE_CLOUD_PROJECT: project } = environment;
  return [
    environment.FIREBASE_SERVICE_ACCOUNT !== undefined &&
      'FIREBASE_CREDENTIALS is application-default, but FIREBASE_SERVICE_ACCOUNT is set as well: use one of them',
    !live &&
      "FIREBASE_CREDENTIALS is application-default, but Google's tokens must not be sent to an emulator",
    live &&
      file !== undefined &&
      project !== environment.FIREBASE_PROJECT_ID &&
      'GOOGLE_CLOUD_PROJECT must equal FIREBASE_PROJECT_ID if GOOGLE_APPLICATION_CREDENTIALS is set',
    live && file !== undefined && faultOfFile(file, environment, readFile),
  ].filter((fault) => typeof fault === 'string');
}

function faultOfFile(file: string, environment: Environment, readFile: ReadFile): string | undefined {
  const text = readOrUndefined(file, readFile);
  if (text === undefined)
    return `GOOGLE_APPLICATION_CREDENTIALS points to a file that cannot be read: ${file}`;
  const fields = readCredentialFile(text);
  const fault = typeof fields === 'string' ? fields : faultOfFields(fields, text, environment);
  return fault && `GOOGLE_APPLICATION_CREDENTIALS (${file}): ${fault}`;
}

function faultOfFields(fields: Readonly<Record<string, unknown>>, text: string, environment: Environment) {
  if (typeof fields.type !== 'string') return 'type is missing';
  if (fields.type !== 'service_account') return undefined;
  const read = readServiceAccountKey(text);
  return 'fault' in read ? read.fault : faultOfProject(read.projectId, environment);
}

function faultOfProject(projectId: string, { FIREBASE_PROJECT_ID }: Environment): string | undefined {
  if (projectId === FIREBASE_PROJECT_ID) return undefined;
  return `project_id does not match FIREBASE_PROJECT_ID (${FIREBASE_PROJECT_ID})`;
}

function readOrUndefined(file: string, readFile: ReadFile): string | undefined {
  try {
    return readFile(file);
  } catch {
    return undefined;
  }
}
