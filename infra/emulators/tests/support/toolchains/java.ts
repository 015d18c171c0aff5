import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { download, type LanguageToolchain } from './toolchain.ts';

const PACKAGES = ['com.stripe:stripe-java:29.5.0', 'com.google.firebase:firebase-admin:9.5.0'];

export const java: LanguageToolchain = {
  name: 'java',
  ending: '.java',
  need: 'java',
  needs: ['mvn', 'java', 'javac'],
  packages: PACKAGES,
  async install(folder) {
    await writeFile(join(folder, 'pom.xml'), buildProject(PACKAGES));
    const goal = ['dependency:copy-dependencies', '-DincludeScope=runtime', '-DoutputDirectory=lib'];
    await download(['mvn', '--batch-mode', '--quiet', ...goal], folder);
  },
  // Java compiles a single-file program on start.
  command: ({ installed, program }) => ['java', '-cp', join(installed, 'lib', '*'), program],
};

function buildProject(packages: readonly string[]): string {
  const dependencies = packages.map((name) => {
    const [group, artifact, version] = name.split(':');
    const coordinates = `<groupId>${group}</groupId><artifactId>${artifact}</artifactId>`;
    return `<dependency>${coordinates}<version>${version}</version></dependency>`;
  });
  return `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>com.example</groupId><artifactId>quickstart</artifactId><version>1</version>
  <dependencies>${dependencies.join('')}</dependencies>
</project>
`;
}
