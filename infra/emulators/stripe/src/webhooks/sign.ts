import { createHmac } from 'node:crypto';

/** The `Stripe-Signature` header over exactly these bytes, made at `timestamp` (Unix seconds). */
export function signature(payload: string, secret: string, timestamp: number): string {
  const digest = createHmac('sha256', secret).update(`${timestamp}.${payload}`).digest('hex');
  return `t=${timestamp},v1=${digest}`;
}
