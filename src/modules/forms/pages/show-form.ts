import { randomBytes } from 'node:crypto';
import { companyOf } from '#core/company/company.ts';
import { AppError, type Detail } from '#core/errors.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import type { FormVisit, PageAnswer, Visit } from '#core/page.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { sourceKeys } from '../definition/reserved-keys.ts';
import { captchaOf } from '../submissions/captcha.ts';
import type { OpenForm } from '../submissions/find-form.ts';
import { requireOpen } from '../submissions/is-open.ts';
import { prefilledAnswers } from '../submissions/prefilled-answers.ts';
import { readSubmission } from '../submissions/read-submission.ts';
import { requireUser } from '../submissions/require-user.ts';
import { startToken } from '../submissions/robots.ts';
import { answerOf } from '../submissions/submit-answer.ts';
import { submitInConstantTime } from '../submissions/submit-in-constant-time.ts';
import { pageHeaders } from './page-headers.ts';
import { languageOf, textsIn } from './page-language.ts';
import { problemText, refusalText } from './problem-text.ts';
import { type FormView, type PageFrame, renderClosed, renderForm } from './render-form.ts';

/** The header that marks requests of the page's script. */
const scriptHeader = 'x-form-script';

/** Converts a key of submissions to the name of the UTM parameter in a URL. */
const parameterOf = (key: string): string => key.replace(/^utm([A-Z])/, (_, letter) => `utm_${letter.toLowerCase()}`);

/** Source keys that are inputs of the page. A form field with the same key takes precedence. */
const sourcesFor = ({ fields }: FormDefinition): string[] =>
  Object.keys(sourceKeys).filter((key) => !fields.some((field) => field.key === key));

export const frameOf = (
  { query, origin }: Visit,
  form: RecordObject,
  path: string,
  languageOfCompany?: string,
): PageFrame => ({
  form,
  path,
  embedded: new URLSearchParams(query).get('embed') === '1',
  language: languageOf(form.language, origin.headers['accept-language'], languageOfCompany),
});

export async function showForm(visit: Visit, found: OpenForm, path: string): Promise<PageAnswer> {
  const { context, form, definition } = found;
  const query = new URLSearchParams(visit.query);
  const frame = frameOf(visit, form, path, (await companyOf(context)).language);
  try {
    requireOpen(form, definition);
    if (form.loginNeeded === true) await requireUser(context, visit.session);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const content = renderClosed(frame, refusalText(textsIn(frame.language), error));
    return { content, status: 200, type: 'text/html; charset=utf-8', headers: pageHeaders(form, frame) };
  }
  const prefill = query.get('prefill') ?? '';
  const pageToken = query.get('page') ?? '';
  const hidden = {
    submissionToken: randomBytes(16).toString('base64url'),
    startToken: startToken(context.services.vault, String(form._id)),
    ...(prefill !== '' && { prefillToken: prefill.slice(0, 200) }),
    ...(pageToken !== '' && { pageToken: pageToken.slice(0, 200) }),
    ...Object.fromEntries(
      sourcesFor(definition).map((key) => [key, query.get(parameterOf(key))?.slice(0, 2000) ?? '']),
    ),
  };
  const answers = await prefilledAnswers(context, form, definition, prefill);
  return pageOf({ ...frame, definition, hidden, answers, problems: new Map() }, found, 200);
}

/** Submits a page. Errors are shown beside their fields, and answers are kept. */
export async function submitPage(
  visit: FormVisit,
  found: OpenForm,
  path: string,
  count: () => void,
): Promise<PageAnswer> {
  const { context, form, definition } = found;
  const frame = frameOf(visit, form, path, (await companyOf(context)).language);
  const body = bodyOf(visit.form);
  try {
    count();
    const given = readSubmission(context, form, definition, body, visit.uploads);
    const userId = form.loginNeeded === true ? await requireUser(context, visit.session) : null;
    // The page always sends a token, so a request without one was not made by the page.
    const startedAt = given.startedAt === 'none' ? 'invalid' : given.startedAt;
    await submitInConstantTime(context, form, definition, { ...given, userId, startedAt });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    const page = await pageOf(refusedView(visit, frame, definition, error), found, error.status);
    return { ...page, headers: { ...page.headers, ...error.headers } };
  }
  const redirect = answerOf(form).redirectUrl ?? `${path}/done${frame.embedded ? '?embed=1' : ''}`;
  const headers = pageHeaders(form, frame);
  // The script follows the redirect itself, because its request cannot leave this origin.
  if (visit.origin.headers[scriptHeader] !== undefined)
    return { content: JSON.stringify({ redirect }), type: 'application/json; charset=utf-8', headers };
  return { redirect, status: 303, headers };
}

/** Converts form data to an object. A repeated field becomes a list. */
const bodyOf = (form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );

function refusedView(visit: FormVisit, frame: PageFrame, definition: FormDefinition, error: AppError): FormView {
  const kept = ['submissionToken', 'startToken', 'prefillToken', 'pageToken', ...sourcesFor(definition)];
  const hidden = kept.flatMap((key) => (visit.form.has(key) ? [[key, visit.form.get(key) ?? '']] : []));
  const known = new Set([...definition.fields.map(({ key }) => key), 'consent']);
  const beside = error.details.filter(({ field = '' }) => known.has(field));
  const texts = textsIn(frame.language);
  const problemOf = ({ field: key = '', ...detail }: Detail): string => {
    const field = definition.fields.find((one) => one.key === key);
    const text = problemText(texts, field, detail, visit.form.get(key) ?? '');
    return field ? `${field.label}: ${text}` : text;
  };
  return {
    ...frame,
    definition,
    hidden: Object.fromEntries(hidden),
    answers: new Map(definition.fields.map(({ key }) => [key, visit.form.getAll(key)])),
    problems: new Map(beside.map((detail) => [detail.field ?? '', problemOf(detail)])),
    failure: beside.length === error.details.length && beside.length > 0 ? undefined : refusalText(texts, error),
    consent: visit.form.has('consent'),
  };
}

async function pageOf(view: FormView, { context, form }: OpenForm, status: number): Promise<PageAnswer> {
  const captcha = form.captcha === true ? await captchaOf(context) : undefined;
  const { embedded } = view;
  return {
    content: renderForm({ ...view, captcha }),
    type: 'text/html; charset=utf-8',
    status,
    headers: pageHeaders(form, { embedded, captcha }),
  };
}
