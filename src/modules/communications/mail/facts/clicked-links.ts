import type { JsonValue } from '#core/fields/field.ts';

/** The maximum of links that the record of a mail names. Events contain the record. */
const maxLinks = 50;
const maxLength = 1000;

/**
 * The address of a link as links are compared: its scheme and host in lower case, without a default port, its path, query
 * and fragment with the usual escapes. Undefined for what is no address of the web, or is too long.
 */
export function comparedLink(link: string): string | undefined {
  if (!/^https?:/i.test(link) || !URL.canParse(link)) return undefined;
  const { href } = new URL(link);
  return href.length > maxLength ? undefined : href;
}

/** The links of a mail with those that were clicked now; undefined when there is no other one. */
export function withClicked(known: JsonValue | undefined, clicked: readonly string[]): string[] | undefined {
  const before = Array.isArray(known) ? known.map(String) : [];
  const all = new Set([...before, ...clicked.flatMap((link) => comparedLink(link) ?? [])]);
  const after = [...all].slice(0, Math.max(before.length, maxLinks));
  return after.length > before.length ? after : undefined;
}
