import { readFileSync } from 'node:fs';
import path from 'node:path';
import { brandHtml } from '#core/company/brand-html.ts';
import { companyOf } from '#core/company/company.ts';
import { AppError } from '#core/errors.ts';
import { networkOf } from '#core/limits/rates.ts';
import type { FormVisit, Page, PageAnswer, Visit } from '#core/page.ts';
import { renderPdf } from '../document/pdf/render-pdf.ts';
import { pdfName } from '../document/pdf-name.ts';
import { readDocument } from '../document/read-document.ts';
import { customerState } from './customer-state.ts';
import { type CustomerForm, decideByCustomer } from './decide-by-customer.ts';
import { type FoundQuote, findQuote } from './find-quote.ts';
import { type QuoteTexts, quoteLanguages } from './languages/index.ts';
import { noticeHtml, type QuoteView, quoteHtml, type RefusedForm } from './quote-html.ts';
import { quotePath } from './quote-path.ts';
import { quoteWindows, rates } from './quote-rates.ts';

const styles = readFileSync(path.join(import.meta.dirname, 'assets/quote.css'), 'utf8');
const defaultColors = ':root { --primary: #2f5bea; --on-primary: #ffffff; }';

/** The logo of the company comes from this server. Everything else is refused, as on all pages of this kind. */
const headers = {
  'content-security-policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self' data:",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join(';'),
};

const html = (content: string, status = 200): PageAnswer => ({
  content,
  type: 'text/html; charset=utf-8',
  status,
  headers,
});

/** `/q/<token>`: the page on which a customer reads, accepts, declines and comments a quote. */
export const quotePage: Page = {
  path: `${quotePath}/*`,
  summary: 'Shows a quote to its customer; POST accepts, declines or comments it. /pdf downloads it',
  bodyLimit: 64 * 1024,
  async get(visit) {
    const [token = '', part, ...more] = visit.rest.split('/');
    if (token === '-' && part === 'quote.css') return css(defaultColors);
    const found = more.length === 0 ? await findQuote(visit, token) : undefined;
    if (!found) return invalidLink(visit);
    if (part === 'quote.css') return css(await colorsOf(found));
    if (part === 'pdf') return pdf(visit, found);
    return part === undefined ? show(visit, found) : invalidLink(visit);
  },
  async post(visit) {
    const found = await findQuote(visit, visit.rest);
    if (!found) return invalidLink(visit);
    visit.services.of(quoteWindows).enter(rates.forms, `${found.quote._id} ${networkOf(visit.origin.ip)}`);
    const form = readForm(visit);
    const problem = problemOf(form, (await textsFor(visit, found)).page);
    if (problem !== undefined) return show(visit, found, { ...form, problem });
    await decideByCustomer(found, form, visit.origin.ip);
    const done = form.action === 'comment' ? '?comment=sent' : '';
    return { redirect: `${quotePath}/${found.token}${done}`, status: 303 };
  },
  async failed(visit, error) {
    const { page, ...texts } = quoteLanguages.textsIn(languageOf(visit));
    const [title, text] =
      error.code === 'rate_limited' ? [page.tooManyTitle, page.tooMany] : [page.invalidTitle, error.message];
    return html(noticeHtml({ page, ...texts }, title, text), error.status);
  },
};

const languageOf = ({ origin }: Visit, ofCompany?: string): string =>
  quoteLanguages.preferred(origin.headers['accept-language'], ofCompany);

/** A quote is shown in the language of its PDF, because the two are one document. */
const textsFor = async (_visit: Visit, { context }: FoundQuote): Promise<QuoteTexts> =>
  quoteLanguages.textsIn((await companyOf(context)).language);

const css = (colors: string): PageAnswer => ({
  content: `${colors}\n${styles}`,
  type: 'text/css; charset=utf-8',
  headers: { 'cache-control': 'private, max-age=300' },
});

async function colorsOf({ context }: FoundQuote): Promise<string> {
  const { primaryColor, onPrimaryColor } = await companyOf(context);
  return `:root { --primary: ${primaryColor}; --on-primary: ${onPrimaryColor}; }`;
}

function invalidLink(visit: Visit): PageAnswer {
  const texts = quoteLanguages.textsIn(languageOf(visit));
  return html(noticeHtml(texts, texts.page.invalidTitle, texts.page.invalid), 404);
}

async function show(visit: Visit, found: FoundQuote, refused?: RefusedForm): Promise<PageAnswer> {
  const { context, quote, token } = found;
  const view: QuoteView = {
    document: await readDocument(context, quote),
    texts: await textsFor(visit, found),
    brand: await brandHtml(context),
    state: await customerState(context, quote),
    path: `${quotePath}/${token}`,
    commented: new URLSearchParams(visit.query).get('comment') === 'sent',
    ...(refused && { refused }),
  };
  return html(quoteHtml(view), refused ? 422 : 200);
}

async function pdf(visit: Visit, { context, quote }: FoundQuote): Promise<PageAnswer> {
  const { kind } = await customerState(context, quote);
  if (kind === 'replaced' || kind === 'withdrawn' || kind === 'expired') return invalidLink(visit);
  visit.services.of(quoteWindows).enter(rates.downloads, String(quote._id));
  const document = await readDocument(context, quote);
  return {
    content: await renderPdf(context, document),
    type: 'application/pdf',
    headers: { 'content-disposition': `inline; filename*=UTF-8''${encodeURIComponent(pdfName(document))}` },
  };
}

const maxName = 200;
const maxComment = 5000;

function readForm({ form }: FormVisit): CustomerForm {
  const action = form.get('do');
  if (action !== 'accept' && action !== 'decline' && action !== 'comment')
    throw new AppError('bad_request', 'The form has no known action.');
  const name = (form.get('name') ?? '').replaceAll(/\s+/g, ' ').trim().slice(0, maxName);
  return { action, name, comment: (form.get('comment') ?? '').trim().slice(0, maxComment) };
}

function problemOf({ action, name, comment }: CustomerForm, texts: QuoteTexts['page']): string | undefined {
  if (action === 'accept' && name.length < 2) return texts.nameMissing;
  return action === 'comment' && comment === '' ? texts.commentMissing : undefined;
}
