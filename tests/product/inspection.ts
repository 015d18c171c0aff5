import { docker } from '../../infra/emulators/tests/support/docker.ts';
import { type ComposeProject, listContainers } from '../support/containers/compose.ts';

/** The fields of `docker inspect` that the tests use. */
export interface Inspection {
  readonly Id: string;
  readonly Config: {
    readonly User: string;
    readonly Labels: Readonly<Record<string, string>>;
    readonly Healthcheck?: object;
  };
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

/** The containers of a project by their services. */
export async function inspectContainers(project: ComposeProject): Promise<ReadonlyMap<string, Inspection>> {
  const inspections = JSON.parse(
    await docker(['inspect', ...(await listContainers(project))]),
  ) as readonly Inspection[];
  return new Map(inspections.map((each) => [each.Config.Labels['com.docker.compose.service'] ?? '', each]));
}
