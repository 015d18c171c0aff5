import { generateKeyPairSync } from 'node:crypto';

/** The content of a service account key file, with a fresh key. */
export function serviceAccountFile(projectId: string) {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  return {
    type: 'service_account',
    project_id: projectId,
    client_email: `api@${projectId}.iam.gserviceaccount.com`,
    private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}
