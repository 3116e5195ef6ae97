import { ExactNumber } from '../../json.ts';
import type { Cell } from '../table.ts';
import { serialOf } from './serial-dates.ts';

/** The styles of cells, by their order in `workbook-parts.ts`. */
export const styles = { plain: 0, title: 1, date: 2, datetime: 3 } as const;

/** Excel refuses a workbook with longer texts. */
const maxTextLength = 32_767;
/** A spreadsheet keeps this number of digits. */
const exactDigits = 15;
const dayMs = 86_400_000;

/** The name of a column: A, …, Z, AA, …. */
export function columnName(index: number): string {
  let name = '';
  for (let n = index + 1; n > 0; n = Math.floor((n - 1) / 26)) name = String.fromCharCode(65 + ((n - 1) % 26)) + name;
  return name;
}

/** The XML of a cell. Texts are never formulas. An empty cell is left out. */
export function cellXml(reference: string, cell: Cell): string {
  if (typeof cell === 'string') return cell === '' ? '' : textXml(reference, cell);
  if (cell === null) return '';
  if (typeof cell === 'number') return numberXml(reference, cell);
  if (typeof cell === 'boolean') return `<c r="${reference}" t="b"><v>${cell ? 1 : 0}</v></c>`;
  if (cell instanceof ExactNumber) {
    const digits = cell.source.replace(/^-?0*\.?0*|[eE].*$|\./g, '').length;
    return digits <= exactDigits ? numberXml(reference, Number(cell.source)) : textXml(reference, cell.source);
  }
  if (cell instanceof Date) return dateXml(reference, cell);
  return textXml(reference, JSON.stringify(cell));
}

function numberXml(reference: string, value: number): string {
  if (!Number.isFinite(value)) return '';
  return Number.isInteger(value) && Math.abs(value) >= 10 ** exactDigits
    ? textXml(reference, BigInt(value).toString())
    : `<c r="${reference}"><v>${value}</v></c>`;
}

function dateXml(reference: string, date: Date): string {
  if (Number.isNaN(date.getTime())) return '';
  const serial = serialOf(date);
  if (serial === undefined) return textXml(reference, date.toISOString());
  return `<c r="${reference}" s="${date.getTime() % dayMs === 0 ? styles.date : styles.datetime}"><v>${serial}</v></c>`;
}

export function textXml(reference: string, text: string, style: number = styles.plain): string {
  const short = text.length > maxTextLength ? `${text.slice(0, maxTextLength - 1)}…` : text;
  const s = style === styles.plain ? '' : ` s="${style}"`;
  return `<c r="${reference}"${s} t="inlineStr"><is><t xml:space="preserve">${inXml(short)}</t></is></c>`;
}

const special = /[&<>\p{Surrogate}\ufffe\uffff]|(?![\t\n])\p{Cc}|_(?=x[0-9a-f]{4})/iu;
const specials = new RegExp(special, 'giu');
const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Characters that XML does not allow, and underscores that would look like an escape, are written as `_x0008_`. */
const inXml = (text: string): string =>
  special.test(text)
    ? text.replace(
        specials,
        (character) =>
          entities[character] ?? `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
      )
    : text;
