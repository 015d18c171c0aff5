/** A published workspace, and the files that its modules read at run time. */
export interface EmulatorPackage {
  readonly workspace: string;
  /** Files or folders to copy from the workspace to the package. */
  readonly assets: readonly (readonly [from: string, to: string])[];
}

/** Dependencies come first. */
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
  {
    workspace: 'infra/emulators/console',
    assets: [
      ['dist', 'dist'],
      // The licence of the page's font.
      ['../../../web/src/ui/fonts/OFL.txt', 'dist/assets/OFL.txt'],
    ],
  },
  { workspace: 'infra/emulators/all', assets: [] },
];
