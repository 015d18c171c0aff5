import { EMULATED } from '../../../infra/embedded/src/emulated-environment.ts';
import type { EmbeddedTarget } from '../embedded-target.ts';

interface Mail {
  readonly email: string;
  readonly requestType: string;
  readonly oobLink: string;
}

/** Returns the site URL in the newest mail of a kind. */
export async function mailedTo({ stack }: EmbeddedTarget, email: string, kind: string): Promise<string> {
  const answer = await fetch(`${stack.identity.url}/emulator/v1/projects/${EMULATED.projectId}/oobCodes`);
  const { oobCodes } = (await answer.json()) as { oobCodes: readonly Mail[] };
  const mail = oobCodes.findLast((one) => one.email === email && one.requestType === kind);
  if (!mail) throw new Error(`no ${kind} was mailed to ${email}`);
  return `${stack.url}/account-action${new URL(mail.oobLink).search}`;
}
