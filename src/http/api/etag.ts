/**
 * The versions in an If-Match or If-None-Match header. Quotes are optional, because many clients leave them out.
 * Undefined when the header is absent, or is `*`, which matches any version.
 */
export function versionsOf(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => Number(/^\s*(?:W\/)?("?)(\d+)\1\s*$/.exec(tag)?.[2] ?? Number.NaN));
}

/** Whether If-None-Match names the version, so that the client has it already. */
export const clientHas = (ifNoneMatch: string | undefined, version: number): boolean =>
  ifNoneMatch !== undefined && (versionsOf(ifNoneMatch)?.includes(version) ?? true);
