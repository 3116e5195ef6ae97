/**
 * The versions in an If-Match or If-None-Match header. Quotes are optional, because many clients omit them. Undefined
 * when the header is missing, or is `*`, which matches any version.
 */
export function versionsOf(header: string | undefined): number[] | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  return header.split(',').map((tag) => Number(/^\s*(?:W\/)?("?)(\d+)\1\s*$/.exec(tag)?.[2] ?? Number.NaN));
}

/** True when If-None-Match contains the version, so that the client already has it. */
export const clientHas = (ifNoneMatch: string | undefined, version: number): boolean =>
  ifNoneMatch !== undefined && (versionsOf(ifNoneMatch)?.includes(version) ?? true);
