/** Host names used by clients: the first path segment here, or the Host header. */
export const SERVICES = {
  toolkit: 'identitytoolkit.googleapis.com',
  tokens: 'securetoken.googleapis.com',
  keys: 'www.googleapis.com',
  oauth: 'oauth2.googleapis.com',
  accounts: 'accounts.google.com',
} as const;
