import type { Company } from '#core/company/company.ts';
import { escapeHtml } from '#lib/html.ts';
import { formatsOf } from '../document/formats.ts';
import type { PrintedDocument } from '../document/printed-document.ts';
import { quoteLanguages } from '../pages/languages/index.ts';

interface QuoteMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Parts {
  readonly document: PrintedDocument;
  readonly company: Company;
  readonly recipient: string | null;
  /** The text of the sender, in place of the usual one. */
  readonly message: string | null;
  readonly link: string;
}

/** The mail with which a customer gets a quote, in the language of the company. */
export function quoteMail({ document, company, recipient, message, link }: Parts): QuoteMail {
  const { mail: texts, document: labels } = quoteLanguages.textsIn(document.language);
  const formats = formatsOf(document);
  const until = document.validUntil === null ? null : formats.day(document.validUntil);
  const { total } = document.totals;
  const sum = total === null ? null : `${labels.total}: ${formats.money(total)}`;
  const before = message === null ? [texts.greeting(recipient), texts.intro] : message.split(/\n{2,}/);
  const end = message === null ? [`${texts.closing}\n${company.name ?? ''}`.trim()] : [];
  const paragraphs = [...before, ...(sum === null ? [] : [sum]), texts.open(until)];
  const text = [...paragraphs, link, texts.attached, ...end].join('\n\n');
  const html = [
    ...paragraphs.map(paragraph),
    `<p style="margin:24px 0"><a href="${escapeHtml(link)}" style="${buttonStyle(company)}">${escapeHtml(texts.button)}</a></p>`,
    paragraph(texts.attached),
    ...end.map(paragraph),
  ].join('\n');
  return {
    subject: texts.subject(document.number, company.name).replaceAll(/\s+/g, ' ').slice(0, 250),
    text: `${text}\n`,
    html: `<!doctype html><html lang="${escapeHtml(document.language)}"><body style="font-family:Arial,Helvetica,sans-serif;font-size:15px;line-height:1.5;color:#1c2430">\n${html}\n</body></html>`,
  };
}

const paragraph = (text: string): string => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`;

const buttonStyle = ({ primaryColor, onPrimaryColor }: Company): string =>
  `display:inline-block;padding:12px 20px;border-radius:6px;background:${primaryColor};color:${onPrimaryColor};text-decoration:none;font-weight:bold`;
