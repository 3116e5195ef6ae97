import type { JsonValue } from '#core/fields/field.ts';
import { Problem } from '#core/fields/field.ts';
import { blockProblems } from '../blocks/check-blocks.ts';
import { hostOf } from '../domains/host-of.ts';
import { isSafeLink } from '../links/safe-link.ts';
import { cleanPath } from '../rendering/page-path.ts';

/** The functions of this file check values of website models when they are saved. */

export function requireBlocks(value: JsonValue): void {
  const [first] = blockProblems(value as readonly unknown[]);
  if (first) throw new Problem('invalid_block', `${first.path ? `at ${first.path} ` : ''}${first.message}`);
}

/** The old address of a redirect: a path from the root of the website. */
export function requireFromPath(value: JsonValue): void {
  if (!/^\/(?!\/)/.test(String(value))) throw new Problem('invalid_format', 'must be a path such as /old-page');
  requirePagePath(value);
}

/**
 * Accepts only paths that `cleanPath` would not change. Publishing cleans every path, so any other text would give the
 * page an address that differs from this field, and the text itself would lead visitors nowhere.
 */
export function requirePagePath(value: JsonValue): void {
  const text = String(value).normalize('NFC');
  // The server redirects a request with a trailing slash to the page.
  const page = `/${text.replace(/^\//, '').replace(/\/$/, '')}`;
  if (text.includes('//') || hasQuote(text) || cleanPath(page) !== page)
    throw new Problem('invalid_format', pathRemedy);
}

/** The server could serve it, but people paste addresses into HTML attributes, which an apostrophe ends. */
const hasQuote = (text: string): boolean => text.includes("'");

const pathRemedy =
  'must be a path that visitors can open, such as /about/our-team: segments of letters, digits and - . _ ~ between single slashes, none of them empty, none that starts with . or _, without spaces';

/**
 * Checks the slug of a website, which is one segment below /sites. The server accepts 255 percent-encoded characters
 * there.
 */
export function requireSiteSlug(value: JsonValue): void {
  const slug = String(value);
  if (slug.includes('/') || slug !== slug.normalize('NFC') || hasQuote(slug) || cleanPath(slug) !== `/${slug}`)
    throw new Problem('invalid_format', 'must have letters, digits and -, because it is part of the address');
  if (encodeURIComponent(slug).length > 255)
    throw new Problem('too_long', 'is too long for an address: use fewer letters that addresses encode');
}

/** Checks the domain at saving too, so that an error shows before the user tries to prove the domain. */
export function requireSiteDomain(value: JsonValue): void {
  if (hostOf(String(value)) === undefined)
    throw new Problem('invalid_format', 'must be a domain such as www.example.com, without https:// and path');
}

export function requireTarget(value: JsonValue): void {
  const text = String(value);
  const ok = isSafeLink(text, ['http', 'https']) && /^(?:\/|https?:\/\/)/i.test(text);
  if (!ok) throw new Problem('invalid_format', 'must be a path such as /new-page, or an http or https address');
}

/** Checks a layout. Liquid is loaded when the first layout is saved. */
export async function requireLayout(value: JsonValue): Promise<void> {
  const { compileLayout } = await import('../rendering/layout.ts');
  try {
    compileLayout(String(value));
  } catch (error) {
    throw new Problem('invalid_template', `is no valid Liquid template: ${(error as Error).message}`);
  }
}
