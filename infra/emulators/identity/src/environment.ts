import { type Environment, readEnvironment } from '@outharbor/emulator-kit/environment';
import type { IdentityEmulatorOptions } from './options.ts';

const DEFAULT_PORT = 9099;
const DEFAULT_PROJECT = 'demo-outharbor';

export function optionsFromEnvironment(environment: Environment): IdentityEmulatorOptions {
  return readEnvironment(environment, ({ common, text, flag, url }) => ({
    ...common({ port: DEFAULT_PORT }),
    projectId: text('FIREBASE_PROJECT_ID') ?? DEFAULT_PROJECT,
    actionUrl: url('ACTION_URL'),
    permissive: flag('PERMISSIVE') ?? false,
    allowOwner: flag('ALLOW_OWNER'),
  }));
}
