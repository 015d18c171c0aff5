import { readFile } from 'node:fs/promises';

/** Host names in the table of docs/going-live.md; `<…>` and `…` match project-specific parts. */
export async function listedNames(): Promise<RegExp[]> {
  const page = await readFile(new URL('../../docs/going-live.md', import.meta.url), 'utf8');
  const [, section = ''] = /^## The names that it speaks to$(.*?)(?=^## |(?!.))/ms.exec(page) ?? [];
  return [...section.matchAll(/`([^` /]+\.[a-z]+)`/g)].map(([, name = '']) => {
    const pattern = name.replaceAll('.', '\\.').replaceAll(/<[^>]+>|…/g, '[\\w-]+');
    return new RegExp(`^${pattern}$`);
  });
}
