/** The path of a page: `About us` below `/company` becomes `/company/about-us`. */
export function pathOf(name: string, parentPath: string | null): string {
  const slug = name
    .replace(/ß/g, 'ss')
    .normalize('NFKD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '');
  return `${parentPath === null || parentPath === '/' ? '' : parentPath.replace(/\/+$/, '')}/${slug}`;
}
