import type { DeliveryReport } from './delivery-report.ts';

/** The content of a report, before its mail is found. */
export type Report = Pick<DeliveryReport, 'kind' | 'bounceType' | 'recipient' | 'diagnostic'>;

/** Longer fields are cut, because anybody can send them. */
const maxField = 1000;

/** Reads the address in `rfc822; user@example.com`, or in `<user@example.com>`. */
export function addressIn(field: string | undefined): string | undefined {
  const text =
    field
      ?.slice(field.indexOf(';') + 1)
      .trim()
      .slice(0, maxField) ?? '';
  const [, address] = /<?([^\s<>"]+@[^\s<>"]+?)>?$/.exec(text) ?? [];
  // RFC 3461 encodes + and = of the original address.
  return address?.replaceAll('+2B', '+').replaceAll('+3D', '=').slice(0, 320);
}

/** Matches a status of RFC 3463 such as 5.1.1, but not parts of IP addresses and versions. */
export const statusPattern = /(?<![\d.])([245])\.\d{1,3}\.\d{1,3}(?![\d.]*\d)/;

/** Matches an SMTP code at the beginning of a reason. */
export const smtpCodePattern = /(?:^|[\s;:])([45])\d\d(?=[ -])/;
