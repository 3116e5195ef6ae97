/** Types that browsers may display inline, because they run nothing in our origin. Everything else is downloaded. */
const shownInPlace = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'application/pdf']);

/**
 * Types that a page of our origin could run or apply: scripts, styles, documents and modules. A browser loads a script
 * regardless of its disposition and policy, so these types are served as bytes of unknown type.
 */
const runnable =
  /^(?:text|application)\/(?:x-)?(?:java|ecma|j|live|vb)script|^text\/(?:html|css|xml|xsl|x-component|cache-manifest)|^application\/(?:xml|wasm|manifest\+json)|^(?:text|application)\/[\w.-]+\+xml/;

function servedType(type: string): string {
  if (runnable.test(type.toLowerCase())) return 'application/octet-stream';
  return type.startsWith('text/') && !type.includes(';') ? `${type}; charset=utf-8` : type;
}

/** Browsers show a PDF in their own viewer, which a sandbox would block. */
const policyOf = (type: string): string =>
  `default-src 'none'; frame-ancestors 'self'${type === 'application/pdf' ? '' : "; style-src 'unsafe-inline'; sandbox"}`;

/**
 * The headers of a download, in addition to those of every answer. They prevent a browser from running anything in the
 * file.
 */
export const fileHeaders = (name: string, type: string): Record<string, string> => ({
  'content-type': servedType(type),
  'content-disposition': disposition(shownInPlace.has(type) ? 'inline' : 'attachment', name),
  'content-security-policy': policyOf(type),
  'x-frame-options': 'SAMEORIGIN',
  'cross-origin-resource-policy': 'same-site',
});

/** RFC 6266: the plain name is for old clients, the encoded one for all others. */
function disposition(kind: 'inline' | 'attachment', name: string): string {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}
