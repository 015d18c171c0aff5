import { readdirSync, readFileSync } from 'node:fs';
import { ifExists } from '@outharbor/emulator-kit/replace-file';

export type WidgetFiles = ReturnType<typeof readWidgetFiles>;
export type WidgetAddresses = ReturnType<typeof widgetAddresses>;

export function widgetAddresses({ script, styles }: WidgetFiles, pagesPath: string) {
  return { script: `${pagesPath}/assets/${script.name}`, styles: `${pagesPath}/assets/${styles.name}` };
}

const DIST = new URL('../../dist/', import.meta.url);

/** The built browser assets. File names change with their content. */
export function readWidgetFiles() {
  return {
    script: readBuilt(/^widget-.*\.js$/),
    styles: readBuilt(/^styles-.*\.css$/),
    /** For sites without React. */
    embedScript: readBuilt(/^embed-.*\.js$/),
    embedStyles: readBuilt(/^embed-.*\.css$/),
  };
}

function readBuilt(pattern: RegExp) {
  const name = ifExists(() => readdirSync(DIST))?.find((candidate) => pattern.test(candidate));
  if (name === undefined) throw new Error('The scheduling widget is not built. Run npm run build.');
  return { name, content: readFileSync(new URL(name, DIST), 'utf8') };
}
