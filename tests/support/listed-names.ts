import { readFile } from 'node:fs/promises';

/** The names in the table of docs/going-live.md, `<…>` and `…` standing for what each project has of its own. */
export async function listedNames(): Promise<RegExp[]> {
  const page = await readFile(new URL('../../docs/going-live.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## The names that it speaks to$(.*?)(?=^## |(?!.))/ms.exec(page) ?? [];
  return [...section.matchAll(/`([^` /]+\.[a-z]+)`/g)].map(([, name = '']) => {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/<[^>]+>|…/g, '[\\w-]+');
    return new RegExp(`^${pattern}$`);
  });
}
