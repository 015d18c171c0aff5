/** The file of the page at a path of the route table. */
export function fileNameOf(path: string): string {
  if (path === '*') return '404.html';
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}
