import { docker } from '../../infra/emulators/tests/support/docker.ts';
import { type ComposeProject, listContainers } from '../support/containers/compose.ts';

/** The fields of `docker inspect` that the tests use. */
export interface Inspection {
  readonly Id: string;
  readonly Config: { readonly User: string; readonly Env: readonly string[]; readonly Healthcheck?: object };
  readonly HostConfig: {
    readonly ReadonlyRootfs: boolean;
    readonly Privileged: boolean;
    readonly Init: boolean | null;
    readonly CapDrop: readonly string[] | null;
    readonly CapAdd: readonly string[] | null;
    readonly SecurityOpt: readonly string[] | null;
    readonly PidsLimit: number | null;
    readonly Memory: number;
    readonly RestartPolicy: { readonly Name: string };
    readonly LogConfig: { readonly Config: Readonly<Record<string, string>> };
    readonly PortBindings: Readonly<Record<string, readonly { readonly HostIp: string }[]>> | null;
  };
  readonly Mounts: readonly { readonly Type: string }[];
  readonly State: { readonly Health?: { readonly Status: string } };
}

export async function inspect(project: ComposeProject, service: string): Promise<Inspection> {
  const [inspection] = JSON.parse(await docker(['inspect', ...(await listContainers(project, service))]));
  return inspection;
}
