/** A workspace that is published, and the files that its modules read at run time. */
export interface EmulatorPackage {
  readonly workspace: string;
  /** From the workspace into the package, files or folders. */
  readonly assets: readonly (readonly [from: string, to: string])[];
}

/** In order of their dependencies. */
export const EMULATOR_PACKAGES: readonly EmulatorPackage[] = [
  {
    workspace: 'infra/emulators/stripe',
    assets: [
      ['src/description/description.json', 'lib/description/description.json'],
      ['src/pages/styles', 'lib/pages/styles'],
      ['src/pages/browser-scripts', 'lib/pages/browser-scripts'],
    ],
  },
  { workspace: 'infra/emulators/identity', assets: [] },
  { workspace: 'infra/emulators/database', assets: [] },
  { workspace: 'infra/emulators/scheduling', assets: [['dist', 'dist']] },
  { workspace: 'infra/emulators/console', assets: [['dist', 'dist']] },
  { workspace: 'infra/emulators/all', assets: [] },
];
