/** Host names used by clients: the first path segment here, or the Host header. */
export const SERVICES = {
  toolkit: 'identitytoolkit.googleapis.com',
  tokens: 'securetoken.googleapis.com',
  keys: 'www.googleapis.com',
  oauth: 'oauth2.googleapis.com',
  accounts: 'accounts.google.com',
  iam: 'iamcredentials.googleapis.com',
} as const;

/** Any host of Google's APIs, so that a call of one that is not emulated is named in the answer. */
export const SERVICE_HOST = /^(?:[\w-]+\.googleapis|accounts\.google)\.com$/;

/** Also the project's own auth domain, whose `/__/auth` has the pages of provider sign-in. */
export function hostsOfProject(projectId: string): RegExp {
  const label = projectId.replaceAll(/[^\w-]/g, '\\$&');
  return new RegExp(`${SERVICE_HOST.source}|^${label}\\.(?:firebaseapp\\.com|web\\.app)$`);
}
