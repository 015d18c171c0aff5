import { createPrivateKey } from 'node:crypto';

/** The fields of a service account key file that the API uses. */
export interface ServiceAccountKey {
  readonly projectId: string;
  readonly clientEmail: string;
  readonly privateKey: string;
}

type Fields = Readonly<Record<string, unknown>>;

/** Parses the key, or returns a fault that names the field but never quotes its value. */
export function readServiceAccountKey(text: string): ServiceAccountKey | { readonly fault: string } {
  const fields = readCredentialFile(text);
  if (typeof fields === 'string') return { fault: fields };
  if (fields.type !== 'service_account') {
    return {
      fault: 'type is not service_account; for any other kind set FIREBASE_CREDENTIALS=application-default',
    };
  }
  const { project_id: projectId, client_email: clientEmail, private_key: privateKey } = fields;
  if (!isText(projectId)) return { fault: 'project_id is missing' };
  if (!isText(clientEmail)) return { fault: 'client_email is missing' };
  if (!isText(privateKey)) return { fault: 'private_key is missing' };
  if (!isPrivateKey(privateKey)) return { fault: 'private_key is not a complete PEM private key' };
  return { projectId, clientEmail, privateKey };
}

/** Parses a credential file, or returns what is wrong with it. */
export function readCredentialFile(text: string): Fields | string {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : 'is not a JSON object';
  } catch (error) {
    // The parser's message may quote the key, so only the position is kept.
    const position = /\(line \d+ column \d+\)/.exec(String(error))?.[0];
    return ['is not valid JSON', position].filter(Boolean).join(' ');
  }
}

const isText = (value: unknown): value is string => typeof value === 'string' && value !== '';

function isPrivateKey(pem: string): boolean {
  try {
    createPrivateKey(pem);
    return true;
  } catch {
    return false;
  }
}
