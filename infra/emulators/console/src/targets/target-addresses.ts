import type { TargetAddresses } from './console-targets.ts';

interface Reachable {
  readonly url: string;
  readonly controlUrl: string | undefined;
}

export interface RunningServices {
  readonly stripe?: (Reachable & { readonly secretKey: string }) | undefined;
  readonly identity?: Reachable | undefined;
  readonly database?: Reachable | undefined;
  readonly scheduling?: Reachable | undefined;
}

/** Where the console finds the emulators of one process. */
export function targetAddresses(
  { stripe, identity, database, scheduling }: RunningServices,
  projectId: string,
): TargetAddresses {
  return {
    identityUrl: identity?.url,
    identityControlUrl: identity?.controlUrl,
    databaseUrl: database?.url,
    databaseControlUrl: database?.controlUrl,
    stripeUrl: stripe?.url,
    stripeControlUrl: stripe?.controlUrl,
    stripeSecretKey: stripe?.secretKey,
    schedulingControlUrl: scheduling?.controlUrl,
    projectId,
    databaseNamespace: `${projectId}-default-rtdb`,
  };
}
