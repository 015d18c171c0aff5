const HEADING = /^## (\d+\.\d+\.\d+\S*)$/gm;

/** What is wrong with a changelog, whose newest version comes first. */
export function changelogFaults(changelog: string, version: string): string[] {
  const versions = [...changelog.matchAll(HEADING)].map(([, heading]) => heading);
  if (versions[0] === version) return [];
  return [`CHANGELOG.md begins with ${versions[0] ?? 'no version'}, the package is ${version}`];
}
