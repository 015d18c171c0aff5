import { createHmac } from 'node:crypto';

export const SIGNATURE_HEADER = 'Calendly-Webhook-Signature';

/** `t` is in whole seconds of real time, since receivers hold it against their own clock. */
export function signWebhook(body: string, signingKey: string, at: Date): string {
  const timestamp = Math.floor(at.getTime() / 1000);
  const digest = createHmac('sha256', signingKey).update(`${timestamp}.${body}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
