import type { Content, Definition } from 'pdfmake';
import type { QuoteTexts } from '../../pages/languages/index.ts';
import { type Formats, formatsOf } from '../formats.ts';
import type { PrintedDocument, PrintedLine } from '../printed-document.ts';

type Texts = QuoteTexts['document'];

const margins = { side: 50, top: 50, bottom: 60 };
/** The width of A4 in points, without the margins. */
const contentWidth = 595 - 2 * margins.side;
const faint = '#5b6470';
const rule = '#d5d9e0';

/** The layout of a document for pdfmake. Columns have fixed widths, because a long word would widen them beyond the page. */
export function pdfDefinition(document: PrintedDocument, texts: Texts, logo: string | null): Definition {
  const formats = formatsOf(document);
  return {
    pageSize: 'A4',
    pageMargins: [margins.side, margins.top, margins.side, margins.bottom],
    info: {
      title: `${texts.quote} ${document.number}`,
      ...(document.seller.name !== null && { author: document.seller.name }),
      creationDate: new Date(document.createdAt),
    },
    defaultStyle: { font: 'Roboto', fontSize: 9.5, lineHeight: 1.25 },
    footer: (page, pages) => footer(document, texts, page, pages),
    content: [
      header(document, logo),
      parties(document, texts, formats),
      title(document, texts),
      lineTable(document, texts, formats),
      totals(document, texts, formats),
      ...termsOf(document, texts),
      signature(document, texts, formats),
    ],
  };
}

function header({ seller }: PrintedDocument, logo: string | null): Content {
  const name: Content =
    logo === null
      ? { text: seller.name ?? '', fontSize: 17, bold: true, color: textColor(seller.primaryColor), width: 290 }
      : { image: logo, fit: [200, 60], width: 290 };
  const address = [logo === null ? null : seller.name, ...seller.address, seller.website].filter(
    (line) => line !== null,
  );
  return {
    columns: [
      name,
      { text: address.join('\n'), alignment: 'right', color: faint, fontSize: 8.5, width: contentWidth - 290 },
    ],
    margin: [0, 0, 0, 28],
  };
}

/** A light colour is not readable on paper, so texts are then dark. */
const textColor = (color: string): string => {
  const parts = [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
  const [red = 0, green = 0, blue = 0] = parts;
  return 0.3 * red + 0.59 * green + 0.11 * blue > 150 ? '#1c2430' : color;
};

function parties(document: PrintedDocument, texts: Texts, formats: Formats): Content {
  const { billTo, shipTo, date, validUntil, reference, paymentTerms } = document;
  const facts: readonly [string, string | null][] = [
    [texts.number, document.number],
    [texts.date, date && formats.day(date)],
    [texts.validUntil, validUntil && formats.day(validUntil)],
    [texts.reference, reference],
    [texts.payment, paymentTerms && (texts.paymentTerms[paymentTerms] ?? paymentTerms)],
  ];
  const rows = facts
    .filter(([, value]) => value !== null && value !== '')
    .map(([label, value]): Content[] => [
      { text: label, color: faint },
      { text: value ?? '', alignment: 'right' },
    ]);
  return {
    columns: [
      { width: 140, stack: addressBlock(texts.billTo, billTo) },
      { width: 15, text: '' },
      { width: 140, stack: addressBlock(texts.shipTo, shipTo) },
      { width: 20, text: '' },
      { width: contentWidth - 315, table: { widths: [75, contentWidth - 315 - 75 - 8], body: rows }, layout: compact },
    ],
    margin: [0, 0, 0, 24],
  };
}

const compact = {
  hLineWidth: () => 0,
  vLineWidth: () => 0,
  paddingLeft: (column: number) => (column === 0 ? 0 : 8),
  paddingRight: () => 0,
  paddingTop: () => 1,
  paddingBottom: () => 1,
};

const addressBlock = (label: string, lines: readonly string[]): Content[] =>
  lines.length === 0
    ? []
    : [
        { text: label, color: faint, fontSize: 8.5, margin: [0, 0, 0, 2] },
        { text: lines[0] ?? '', bold: true },
        { text: lines.slice(1).join('\n') },
      ];

const title = ({ number, name, seller }: PrintedDocument, texts: Texts): Content => ({
  stack: [
    { text: `${texts.quote} ${number}`, fontSize: 20, bold: true, color: textColor(seller.primaryColor) },
    ...(name === null ? [] : [{ text: name, fontSize: 11, margin: [0, 2, 0, 0] } as Content]),
  ],
  margin: [0, 0, 0, 14],
});

const cellPadding = 6;
const widths = { quantity: 48, unitPrice: 72, discount: 44, tax: 40, amount: 78 };

function lineTable(document: PrintedDocument, texts: Texts, formats: Formats): Content {
  const { lines, seller } = document;
  if (lines.length === 0) return { text: '' };
  const hasDiscount = lines.some(({ discountPercent }) => discountPercent !== 0);
  const hasTax = lines.some(({ taxPercent }) => taxPercent !== 0);
  const columns: readonly { label: string; width: number; of(line: PrintedLine): string }[] = [
    { label: texts.quantity, width: widths.quantity, of: ({ quantity }) => formats.number(quantity) },
    { label: texts.unitPrice, width: widths.unitPrice, of: ({ unitPrice }) => formats.money(unitPrice) },
    ...(hasDiscount
      ? [
          {
            label: texts.discount,
            width: widths.discount,
            of: (line: PrintedLine) => (line.discountPercent === 0 ? '' : formats.percent(line.discountPercent)),
          },
        ]
      : []),
    ...(hasTax
      ? [{ label: texts.taxRate, width: widths.tax, of: (line: PrintedLine) => formats.percent(line.taxPercent) }]
      : []),
    { label: texts.amount, width: widths.amount, of: ({ net }) => formats.money(net) },
  ];
  const used = columns.reduce((sum, { width }) => sum + width, 0) + (columns.length + 1) * 2 * cellPadding;
  const head = (text: string, alignment: 'left' | 'right'): Content => ({
    text,
    alignment,
    bold: true,
    fontSize: 8.5,
    color: seller.onPrimaryColor,
    fillColor: seller.primaryColor,
  });
  return {
    table: {
      headerRows: 1,
      dontBreakRows: false,
      widths: [contentWidth - used, ...columns.map(({ width }) => width)],
      body: [
        [head(texts.item, 'left'), ...columns.map(({ label }) => head(label, 'right'))],
        ...lines.map((line): Content[] => [
          {
            stack: [
              { text: line.name, bold: true },
              ...(line.description === null ? [] : [{ text: line.description, color: faint, fontSize: 8.5 }]),
            ],
          },
          ...columns.map(({ of }): Content => ({ text: of(line), alignment: 'right' })),
        ]),
      ],
    },
    layout: {
      hLineWidth: (index) => (index === 0 ? 0 : 0.5),
      hLineColor: () => rule,
      vLineWidth: () => 0,
      paddingLeft: () => cellPadding,
      paddingRight: () => cellPadding,
      paddingTop: () => 5,
      paddingBottom: () => 5,
    },
    margin: [0, 0, 0, 10],
  };
}

function totals({ totals: sums, seller }: PrintedDocument, texts: Texts, formats: Formats): Content {
  const rows: [string, number][] = [];
  const add = (label: string, value: number | null) => value !== null && rows.push([label, value]);
  add(texts.subtotal, sums.subtotal);
  add(texts.discount, sums.discount === null ? null : -sums.discount);
  for (const { percent, amount } of sums.taxes)
    add(texts.tax(percent === null ? null : formats.percent(percent)), amount);
  add(texts.shipping, sums.shipping);
  const body = rows.map(([label, value]): Content[] => [
    { text: label, color: faint },
    { text: formats.money(value), alignment: 'right' },
  ]);
  if (sums.total !== null)
    body.push([
      { text: texts.total, bold: true, fontSize: 12 },
      { text: formats.money(sums.total), bold: true, fontSize: 12, alignment: 'right' },
    ]);
  if (body.length === 0) return { text: '' };
  const width = 230;
  return {
    columns: [
      { width: contentWidth - width, text: '' },
      {
        width,
        table: { widths: [100, width - 100 - 24], body, dontBreakRows: true },
        layout: {
          hLineWidth: (index) => (sums.total !== null && index === body.length - 1 ? 1 : 0),
          hLineColor: () => seller.primaryColor,
          vLineWidth: () => 0,
          paddingLeft: () => cellPadding,
          paddingRight: () => cellPadding,
          paddingTop: (index) => (index === body.length - 1 ? 5 : 2),
          paddingBottom: () => 2,
        },
      },
    ],
    unbreakable: true,
    margin: [0, 0, 0, 24],
  };
}

const termsOf = ({ terms }: PrintedDocument, texts: Texts): Content[] =>
  terms === null
    ? []
    : [
        { text: texts.terms, bold: true, margin: [0, 0, 0, 3] },
        { text: terms, fontSize: 8.5, color: '#39424e', margin: [0, 0, 0, 4] },
      ];

const signature = ({ accepted }: PrintedDocument, texts: Texts, formats: Formats): Content =>
  accepted
    ? { text: texts.accepted(accepted.name, formats.time(accepted.at)), bold: true, margin: [0, 8, 0, 0] }
    : {
        stack: [
          { canvas: [{ type: 'line', x1: 0, y1: 0, x2: 220, y2: 0, lineWidth: 0.5, lineColor: faint }] },
          { text: texts.signature, fontSize: 8.5, color: faint, margin: [0, 3, 0, 0] },
        ],
        unbreakable: true,
        margin: [0, 28, 0, 0],
      };

const footer = ({ seller, number }: PrintedDocument, texts: Texts, page: number, pages: number): Content => ({
  columns: [
    { text: [seller.name, number].filter(Boolean).join(' · '), width: contentWidth - 120 },
    { text: texts.page(page, pages), alignment: 'right', width: 120 },
  ],
  color: faint,
  fontSize: 8,
  margin: [margins.side, 24, margins.side, 0],
});
