/** What browsers may show in place: types that run nothing in our origin. Everything else is downloaded. */
const shownInPlace = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/** Browsers show a PDF in a viewer of their own, which a sandbox would stop. */
const policyOf = (type: string): string =>
  `default-src 'none'; frame-ancestors 'self'${type === 'application/pdf' ? '' : "; style-src 'unsafe-inline'; sandbox"}`;

/** The headers of a download, besides those of every answer: a browser runs nothing that the file contains. */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  'content-type': type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type,
  'content-disposition': disposition(shownInPlace.has(type) ? 'inline' : 'attachment', name),
  'content-security-policy': policyOf(type),
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-site',
});

/** RFC 6266: the plain name for old clients, the encoded one for all others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
