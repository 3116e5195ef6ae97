import { escapeHtml } from '#lib/html.ts';
import { type Formats, formatsOf } from '../document/formats.ts';
import type { PrintedDocument, PrintedLine } from '../document/printed-document.ts';
import type { QuoteTexts } from './languages/index.ts';

/** The state of a quote for its customer. Only an open one can be decided and commented. */
export type CustomerState =
  | { readonly kind: 'open' }
  | { readonly kind: 'accepted'; readonly name: string | null; readonly at: string }
  | { readonly kind: 'declined'; readonly at: string }
  | { readonly kind: 'expired'; readonly until: string }
  | { readonly kind: 'replaced' }
  | { readonly kind: 'withdrawn' };

/** The values of a refused form, which the page shows again. */
export interface RefusedForm {
  readonly action: 'accept' | 'decline' | 'comment';
  readonly problem: string;
  readonly name: string;
  readonly comment: string;
}

export interface QuoteView {
  readonly document: PrintedDocument;
  readonly texts: QuoteTexts;
  /** HTML with the logo or the name of the company. */
  readonly brand: string;
  readonly state: CustomerState;
  /** The path of this page. */
  readonly path: string;
  readonly commented: boolean;
  readonly refused?: RefusedForm;
}

export function quoteHtml(view: QuoteView): string {
  const { document, texts, brand, state, path } = view;
  // A quote that ended without a decision shows nothing that could be taken for an offer.
  const isShown = state.kind === 'open' || state.kind === 'accepted' || state.kind === 'declined';
  const body = isShown
    ? `${sheet(document, texts, brand)}
      <p><a class="button" href="${path}/pdf">${escapeHtml(texts.page.download)}</a></p>
      ${state.kind === 'open' ? forms(view) : ''}`
    : '';
  return quoteDocument(
    texts.page.title(document.number),
    texts.language,
    `${path}/quote.css`,
    `${stateNotice(view)}${isShown ? '' : brand}${body}`,
  );
}

/** A page without a quote, such as that of a link that does not work. */
export const noticeHtml = (texts: QuoteTexts, title: string, text: string): string =>
  quoteDocument(
    title,
    texts.language,
    '/q/-/quote.css',
    `<section class="panel"><h1>${escapeHtml(title)}</h1><p>${escapeHtml(text)}</p></section>`,
  );

const quoteDocument = (title: string, language: string, styles: string, main: string): string => `<!doctype html>
<html lang="${escapeHtml(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="robots" content="noindex">
    <title>${escapeHtml(title)}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="${styles}">
  </head>
  <body>
    <main>${main}</main>
  </body>
</html>
`;

function stateNotice({ state, texts, document, commented }: QuoteView): string {
  const formats = formatsOf(document);
  const text = stateText(state, texts.page, formats);
  const title = `<h1>${escapeHtml(texts.page.title(document.number))}</h1>`;
  const isEnded = ['expired', 'replaced', 'withdrawn'].includes(state.kind);
  const notice =
    text === undefined
      ? ''
      : `<section class="panel state" role="status">${isEnded ? title : ''}<p>${escapeHtml(text)}</p></section>`;
  return commented
    ? `<section class="panel state" role="status"><p>${escapeHtml(texts.page.commentSent)}</p></section>${notice}`
    : notice;
}

function stateText(state: CustomerState, texts: QuoteTexts['page'], formats: Formats): string | undefined {
  switch (state.kind) {
    case 'open':
      return undefined;
    case 'accepted':
      return texts.accepted(state.name, formats.time(state.at));
    case 'declined':
      return texts.declined(formats.time(state.at));
    case 'expired':
      return texts.expired(formats.day(state.until));
    case 'replaced':
      return texts.replaced;
    case 'withdrawn':
      return texts.withdrawn;
  }
}

function sheet(document: PrintedDocument, { document: texts }: QuoteTexts, brand: string): string {
  const formats = formatsOf(document);
  const { seller, billTo, shipTo, terms } = document;
  return `<article class="sheet">
      ${brand}
      <h1>${escapeHtml(`${texts.quote} ${document.number}`)}</h1>
      ${document.name === null ? '' : `<p class="subject">${escapeHtml(document.name)}</p>`}
      <div class="parties">
        ${seller.address.length === 0 ? '' : party(seller.name ?? '', seller.address)}
        ${billTo.length === 0 ? '' : party(texts.billTo, billTo)}
        ${shipTo.length === 0 ? '' : party(texts.shipTo, shipTo)}
        ${facts(document, texts, formats)}
      </div>
      ${lineTable(document, texts, formats)}
      ${totals(document, texts, formats)}
      ${terms === null ? '' : `<div class="terms"><h2>${escapeHtml(texts.terms)}</h2>${escapeHtml(terms)}</div>`}
    </article>`;
}

const party = (label: string, lines: readonly string[]): string =>
  `<div><p class="faint">${escapeHtml(label)}</p><p>${lines.map(escapeHtml).join('\n')}</p></div>`;

function facts(document: PrintedDocument, texts: QuoteTexts['document'], formats: Formats): string {
  const { date, validUntil, reference, paymentTerms } = document;
  const rows: readonly [string, string | null][] = [
    [texts.date, date && formats.day(date)],
    [texts.validUntil, validUntil && formats.day(validUntil)],
    [texts.reference, reference],
    [texts.payment, paymentTerms && (texts.paymentTerms[paymentTerms] ?? paymentTerms)],
  ];
  return `<dl>${rows.map(([label, value]) => (value === null || value === '' ? '' : pair(label, value))).join('')}</dl>`;
}

const pair = (label: string, value: string, kind = ''): string =>
  `<dt${kind}>${escapeHtml(label)}</dt><dd${kind}>${escapeHtml(value)}</dd>`;

function lineTable({ lines }: PrintedDocument, texts: QuoteTexts['document'], formats: Formats): string {
  if (lines.length === 0) return '';
  const hasDiscount = lines.some(({ discountPercent }) => discountPercent !== 0);
  const hasTax = lines.some(({ taxPercent }) => taxPercent !== 0);
  const columns: readonly { label: string; of(line: PrintedLine): string }[] = [
    { label: texts.quantity, of: ({ quantity }) => formats.number(quantity) },
    { label: texts.unitPrice, of: ({ unitPrice }) => formats.money(unitPrice) },
    ...(hasDiscount
      ? [{ label: texts.discount, of: (line: PrintedLine) => formats.percent(line.discountPercent) }]
      : []),
    ...(hasTax ? [{ label: texts.taxRate, of: (line: PrintedLine) => formats.percent(line.taxPercent) }] : []),
    { label: texts.amount, of: ({ net }) => formats.money(net) },
  ];
  const head = [texts.item, ...columns.map(({ label }) => label)].map(
    (label) => `<th scope="col">${escapeHtml(label)}</th>`,
  );
  const rows = lines.map((line) => {
    const about = line.description === null ? '' : `<small>${escapeHtml(line.description)}</small>`;
    const cells = columns.map(
      ({ label, of }) => `<td class="amount" data-label="${escapeHtml(label)}">${escapeHtml(of(line))}</td>`,
    );
    return `<tr><td><strong>${escapeHtml(line.name)}</strong>${about}</td>${cells.join('')}</tr>`;
  });
  return `<table><thead><tr>${head.join('')}</tr></thead><tbody>${rows.join('\n')}</tbody></table>`;
}

function totals({ totals: sums }: PrintedDocument, texts: QuoteTexts['document'], formats: Formats): string {
  const rows: [string, number | null, string?][] = [
    [texts.subtotal, sums.subtotal],
    [texts.discount, sums.discount === null ? null : -sums.discount],
    ...sums.taxes.map(({ percent, amount }): [string, number] => [
      texts.tax(percent === null ? null : formats.percent(percent)),
      amount,
    ]),
    [texts.shipping, sums.shipping],
    [texts.total, sums.total, ' class="sum"'],
  ];
  const shown = rows.map(([label, value, kind]) => (value === null ? '' : pair(label, formats.money(value), kind)));
  return `<dl class="totals">${shown.join('')}</dl>`;
}

function forms({ texts: { page: texts }, refused }: QuoteView): string {
  const problemOf = (action: RefusedForm['action']): string =>
    refused?.action === action ? `<p class="problem" role="alert" id="problem">${escapeHtml(refused.problem)}</p>` : '';
  const typed = (action: RefusedForm['action'], key: 'name' | 'comment'): string =>
    refused?.action === action ? escapeHtml(refused[key]) : '';
  const wrong = (action: RefusedForm['action']): string =>
    refused?.action === action ? ' aria-invalid="true" aria-describedby="problem"' : '';
  const comment = (action: RefusedForm['action'], label: string, required = false): string =>
    `<label>${escapeHtml(label)}<textarea name="comment" maxlength="5000"${required ? wrong(action) : ''}>${typed(action, 'comment')}</textarea></label>`;
  return `<section class="panel">
      <h2>${escapeHtml(texts.acceptTitle)}</h2>
      ${problemOf('accept')}
      <form method="post"><input type="hidden" name="do" value="accept">
        <label>${escapeHtml(texts.name)}<input name="name" maxlength="200" autocomplete="name" required value="${typed('accept', 'name')}"${wrong('accept')}></label>
        ${comment('accept', texts.comment)}
        <p class="hint">${escapeHtml(texts.acceptHint)}</p>
        <button class="primary" type="submit">${escapeHtml(texts.accept)}</button>
      </form>
    </section>
    <section class="panel">
      <h2>${escapeHtml(texts.askTitle)}</h2>
      ${problemOf('comment')}
      <form method="post"><input type="hidden" name="do" value="comment">
        ${comment('comment', texts.question, true)}
        <button type="submit">${escapeHtml(texts.ask)}</button>
      </form>
    </section>
    <section class="panel">
      <details><summary>${escapeHtml(texts.declineTitle)}</summary>
        <form method="post"><input type="hidden" name="do" value="decline">
          <label>${escapeHtml(texts.reason)}<textarea name="comment" maxlength="5000"></textarea></label>
          <button type="submit">${escapeHtml(texts.decline)}</button>
        </form>
      </details>
    </section>`;
}
