import { badQuery } from './errors.ts';

/** A path of this site, encoded for a header. Refuses everything that could lead to another site. */
export function readReturnTo(text: string): string {
  const isPath = text.startsWith('/') && !text.includes('//') && !/[\\\p{Cc}]/u.test(text) && text.isWellFormed();
  if (!isPath) throw badQuery('returnTo', 'must be a path of this site, such as /deals');
  const here = 'http://here.invalid';
  const { origin, pathname, search, hash } = new URL(text, here);
  if (origin !== here || pathname.startsWith('//')) throw badQuery('returnTo', 'must be a path of this site');
  return `${pathname}${search}${hash}`;
}
