/** Names and keys shared by all emulated environments. */
export const EMULATED = {
  projectId: 'demo-outharbor',
  databaseNamespace: 'demo-outharbor-default-rtdb',
  webApiKey: 'demo-key',
  stripeSecretKey: 'sk_test_emulated',
  stripeWebhookSecret: 'whsec_emulated',
  schedulingEventPath: '/emulated/scheduling/outharbor/discovery-session',
} as const;
