import { readdirSync, readFileSync } from 'node:fs';
import { ifExists } from '@outharbor/emulator-kit/replace-file';

/** The built browser assets. File names change with their content. */
export interface WidgetFiles {
  readonly script: WidgetFile;
  readonly styles: WidgetFile;
}

interface WidgetFile {
  readonly name: string;
  readonly content: string;
}

export interface WidgetAddresses {
  readonly script: string;
  readonly styles: string;
}

export function widgetAddresses({ script, styles }: WidgetFiles, pagesPath: string): WidgetAddresses {
  return { script: `${pagesPath}/assets/${script.name}`, styles: `${pagesPath}/assets/${styles.name}` };
}

const DIST = new URL('../../dist/', import.meta.url);

export function readWidgetFiles(): WidgetFiles {
  return { script: fileWithExtension('.js'), styles: fileWithExtension('.css') };
}

function fileWithExtension(extension: string): WidgetFile {
  const name = ifExists(() => readdirSync(DIST))?.find((candidate) => candidate.endsWith(extension));
  if (name === undefined) throw new Error('The scheduling widget is not built. Run npm run build.');
  return { name, content: readFileSync(new URL(name, DIST), 'utf8') };
}
