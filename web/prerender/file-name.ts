/** File name of the page at a route path; `*` is the 404 page. */
export function pageFileName(path: string): string {
  if (path === '*') return '404.html';
  return path === '/' ? 'index.html' : `${path.slice(1)}.html`;
}
