import { numberFormat } from './intl.ts';

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats bytes in the person's language: "12.4 MB". */
export function fileSize(bytes: number, language: string): string {
  let value = bytes;
  let n = 0;
  while (value >= 1000 && n < units.length - 1) {
    value /= 1000;
    n += 1;
  }
  return numberFormat(language, {
    style: 'unit',
    unit: units[n],
    unitDisplay: n === 0 ? 'long' : 'short',
    maximumFractionDigits: n === 0 || value >= 100 ? 0 : 1,
  }).format(value);
}
