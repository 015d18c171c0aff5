import { RUNTIME_CONFIG_PATH } from '@outharbor/contract/paths';
import type { RuntimeConfig } from '@outharbor/contract/runtime-config';

let loading: Promise<RuntimeConfig> | undefined;

/** Configuration of this environment, fetched once. After a failure the next call fetches again. */
export function loadRuntimeConfig(): Promise<RuntimeConfig> {
  loading ??= fetchRuntimeConfig().catch((error: unknown) => {
    loading = undefined;
    throw error;
  });
  return loading;
}

async function fetchRuntimeConfig(): Promise<RuntimeConfig> {
  const response = await fetch(RUNTIME_CONFIG_PATH, { headers: { accept: 'application/json' } });
  if (!response.ok) throw new Error(`${RUNTIME_CONFIG_PATH} answered ${response.status}`);
  return (await response.json()) as RuntimeConfig;
}
