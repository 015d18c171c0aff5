const HEADING = /^## (\d+\.\d+\.\d+\S*)$/gm;

/** Reports a changelog whose newest entry, the first, is not for `version`. */
export function changelogFaults(changelog: string, version: string): string[] {
  const versions = [...changelog.matchAll(HEADING)].map(([, heading]) => heading);
  if (versions[0] === version) return [];
  return [`CHANGELOG.md begins with ${versions[0] ?? 'no version'}, the package is ${version}`];
}
