/** What browsers may show in place: types that run nothing in our origin. Everything else is downloaded. */
const shownInPlace = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/**
 * Types that a page of our origin could run or apply: scripts, styles, documents and modules. A browser loads a script whatever its
 * disposition and its policy say, so these types are not named.
 */
const runnable =
  /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live|vb)script|^text\/(?:html|css|xml|xsl|x-component|cache-manifest)|^application\/(?:xml|wasm|manifest\+json)|^(?:text|application)\/[\w.-]+\+xml/;

function servedType(type: string): string {
  if (runnable.test(type.toLowerCase())) return 'application/octet-stream';
  return type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type;
}

/** Browsers show a PDF in a viewer of their own, which a sandbox would stop. */
const policyOf = (type: string): string =>
  `default-src 'none'; frame-ancestors 'self'${type === 'application/pdf' ? '' : "; style-src 'unsafe-inline'; sandbox"}`;

/** The headers of a download, besides those of every answer: a browser runs nothing that the file contains. */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  'content-type': servedType(type),
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
