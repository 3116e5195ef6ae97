import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { inflateSync } from 'node:zlib';
import { ThreadPool } from '#lib/threads/index.ts';
import type { PrintedDocument, PrintedLine } from '../printed-document.ts';
import type { PdfTask } from './pdf-task.ts';

const pool = new ThreadPool<PdfTask, Uint8Array>({
  file: new URL('./pdf-thread.ts', import.meta.url),
  work: 'PDF documents',
  heapMb: 384,
});
after(() => pool.close());

const line: PrintedLine = {
  name: 'Espresso machine',
  description: 'Two groups',
  quantity: 2,
  unitPrice: 1234.5,
  discountPercent: 10,
  taxPercent: 19,
  net: 2222.1,
};
const document: PrintedDocument = {
  number: 'Q-000042',
  name: 'Coffee bar',
  currency: 'EUR',
  language: 'de',
  date: '2026-03-01',
  validUntil: '2026-03-31',
  reference: 'PO 7',
  paymentTerms: 'net30',
  seller: {
    name: 'Kestrel',
    address: ['Hafenstraße 12'],
    website: null,
    primaryColor: '#8a3b12',
    onPrimaryColor: '#ffffff',
  },
  billTo: ['Papertrail', '10115 Berlin'],
  shipTo: [],
  lines: [line],
  totals: { subtotal: 2222.1, discount: 100, taxes: [{ percent: 19, amount: 403.2 }], shipping: 49, total: 2574.3 },
  terms: 'Lieferung in vier Wochen.',
  accepted: null,
  timeZone: 'America/Argentina/Buenos_Aires',
  createdAt: '2026-03-01T10:00:00.000Z',
};
const render = async (changes: Partial<PrintedDocument> = {}, logo: Uint8Array | null = null): Promise<Buffer> =>
  Buffer.from(await pool.run({ document: { ...document, ...changes }, logo }, { share: 'test', timeMs: 15_000 }));

/** The texts of a PDF: glyphs are ids of the font, which its ToUnicode table maps to characters. */
function textOf(pdf: Buffer): string {
  const streams = [...pdf.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g)].map(([, body = '']) => {
    try {
      return inflateSync(Buffer.from(body, 'latin1')).toString('latin1');
    } catch {
      return '';
    }
  });
  const maps = streams.filter((text) => text.includes('beginbfrange')).map(unicodeOf);
  const pages = streams.filter((text) => /\bTJ\b/.test(text));
  // Pages name a font before its text; fonts are numbered in the order of their first use, as their tables are.
  return pages
    .map((page) =>
      [...page.matchAll(/\/F(\d+) [\d.]+ Tf|\[([^\]]*)\] TJ/g)]
        .reduce(
          ({ font, text }, [, chosen, glyphs]) =>
            chosen === undefined
              ? { font, text: `${text}${decoded(glyphs ?? '', maps[font - 1] ?? new Map())} ` }
              : { font: Number(chosen), text },
          { font: 1, text: '' },
        )
        .text.replaceAll('\u00a0', ' '),
    )
    .join('\n');
}

function unicodeOf(table: string): ReadonlyMap<string, string> {
  const characters = new Map<string, string>();
  for (const [, first = '0', list = ''] of table.matchAll(/<([0-9a-f]{4})> <[0-9a-f]{4}> \[([^\]]*)\]/gi)) {
    let glyph = Number.parseInt(first, 16);
    for (const [, code = ''] of list.matchAll(/<([0-9a-f]+)>/gi)) {
      characters.set(glyph.toString(16).padStart(4, '0'), Buffer.from(code, 'hex').swap16().toString('utf16le'));
      glyph += 1;
    }
  }
  return characters;
}

const decoded = (glyphs: string, map: ReadonlyMap<string, string>): string =>
  [...glyphs.matchAll(/<([0-9a-f]+)>/gi)]
    .flatMap(([, hex = '']) => hex.toLowerCase().match(/.{4}/g) ?? [])
    .map((glyph) => map.get(glyph) ?? '')
    .join('');

const pagesOf = (pdf: Buffer): number => pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length ?? 0;

describe('the PDF of a quote', () => {
  it('shows parties, lines and totals in the language of the company', async () => {
    const text = textOf(await render());
    for (const part of [
      'Angebot Q-000042',
      'Papertrail',
      'Espresso machine',
      '1.234,50 €',
      '2.222,10 €',
      '-100,00 €',
      'USt. 19 %',
      '403,20 €',
      '2.574,30 €',
      '31. März 2026',
      'innerhalb von 30 Tagen',
      'Lieferung in vier Wochen.',
      'Seite 1 von 1',
    ])
      assert.ok(text.replaceAll(/\s+/g, '').includes(part.replaceAll(/\s+/g, '')), `${part} is missing in ${text}`);
  });

  it('has the same bytes for the same content', async () => {
    assert.ok((await render()).equals(await render()));
    assert.ok(!(await render()).equals(await render({ number: 'Q-000043' })));
  });

  it('has Greek and Cyrillic letters', async () => {
    const text = textOf(await render({ name: 'Кофемашина Καφετιέρα' }));
    assert.ok(text.includes('Кофемашина'), text);
    assert.ok(text.includes('Καφετιέρα'), text);
  });

  it('repeats the head of its table on every page of 1,000 lines', async () => {
    const lines = Array.from({ length: 1000 }, (_, n) => ({ ...line, name: `Item ${n}`, description: null }));
    const pdf = await render({ lines });
    assert.ok(pagesOf(pdf) > 20);
    assert.ok((textOf(pdf).match(/Einzelpreis/g)?.length ?? 0) > 20);
  });

  it('holds texts without spaces, from right to left, and with characters that no font has', async () => {
    const pdf = await render({
      name: 'x'.repeat(10_000),
      terms: 'שלום '.repeat(1000),
      billTo: ['😀 \u0000 \u202e 日本'],
      lines: [{ ...line, name: 'W'.repeat(10_000), net: 99_999_999_999_999, unitPrice: 99_999_999_999_999 }],
    });
    assert.ok(pagesOf(pdf) > 2);
  });

  it('takes a logo of any format, and leaves out one that cannot be read', async () => {
    const { default: sharp } = await import('sharp');
    const logo = await sharp({ create: { width: 40, height: 20, channels: 3, background: '#8a3b12' } })
      .webp()
      .toBuffer();
    assert.match((await render({}, logo)).toString('latin1'), /\/Subtype \/Image/);
    assert.doesNotMatch((await render({}, Buffer.from('no image'))).toString('latin1'), /\/Subtype \/Image/);
  });
});
