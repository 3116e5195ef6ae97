import { withoutTags } from '#lib/html.ts';

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

/** Extracts the text of the simple HTML in the answers of platforms. */
export const plainText = (html: string): string =>
  withoutTags(
    // The number of spaces is limited, because the time is quadratic in it.
    html.replace(/<br\s{0,9}\/?>/gi, '\n').replace(/<\/p>\s{0,99}<p(?=[\s>])/gi, '\n\n<p'),
  ).replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/gi, (all, decimal, hex, name) => {
    const point = decimal ? Number(decimal) : hex ? Number.parseInt(hex, 16) : undefined;
    if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : all;
    return entities[String(name).toLowerCase()] ?? all;
  });
