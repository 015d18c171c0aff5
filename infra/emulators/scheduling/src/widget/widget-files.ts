import { readdirSync, readFileSync } from 'node:fs';
import { ifExists } from '@outharbor/emulator-kit/replace-file';

/** The built browser assets. File names change with their content. */
export interface WidgetFiles {
  readonly script: WidgetFile;
  readonly styles: WidgetFile;
  /** For sites without React. */
  readonly embedScript: WidgetFile;
  readonly embedStyles: WidgetFile;
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
  return {
    script: readBuilt(/^widget-.*\.js$/),
    styles: readBuilt(/^styles-.*\.css$/),
    embedScript: readBuilt(/^embed-.*\.js$/),
    embedStyles: readBuilt(/^embed-.*\.css$/),
  };
}

function readBuilt(pattern: RegExp): WidgetFile {
  const name = ifExists(() => readdirSync(DIST))?.find((candidate) => pattern.test(candidate));
  if (name === undefined) throw new Error('The scheduling widget is not built. Run npm run build.');
  return { name, content: readFileSync(new URL(name, DIST), 'utf8') };
}
