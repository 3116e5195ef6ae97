import { badQuery } from '#core/errors.ts';

/** A path of this site, written so that it can stand in a header; anything that could lead elsewhere is refused. */
export function readReturnTo(text: string): string {
  const plain = text.startsWith('/') && !text.includes('//') && !/[\\\p{Cc}]/u.test(text) && text.isWellFormed();
  if (!plain) throw badQuery('returnTo', 'must be a path of this site, such as /deals');
  const here = 'http://here.invalid';
  const { origin, pathname, search, hash } = new URL(text, here);
  if (origin !== here || pathname.startsWith('//')) throw badQuery('returnTo', 'must be a path of this site');
  return `${pathname}${search}${hash}`;
}
