import { randomBytes } from 'node:crypto';
import { AppError, type Detail } from '#core/errors.ts';
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
import { submitEvenly } from '../submissions/submit-evenly.ts';
import { pageHeaders } from './page-headers.ts';
import { type FormView, renderClosed, renderForm } from './render-form.ts';

/** The names of UTM parameters in the address of a page, for the keys of submissions. */
const parameterOf = (key: string): string => key.replace(/^utm([A-Z])/, (_, letter) => `utm_${letter.toLowerCase()}`);

/** Source keys that are inputs of the page. A field of the form with the same key comes first. */
const sourcesFor = ({ fields }: FormDefinition): string[] =>
  Object.keys(sourceKeys).filter((key) => !fields.some((field) => field.key === key));

export async function showForm(visit: Visit, found: OpenForm, path: string): Promise<PageAnswer> {
  const { context, form, definition } = found;
  const query = new URLSearchParams(visit.query);
  const embedded = query.get('embed') === '1';
  try {
    requireOpen(form);
    if (form.loginNeeded === true) await requireUser(context, visit.session);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const content = renderClosed(form, path, embedded, closedText(error));
    return { content, status: 200, type: 'text/html; charset=utf-8', headers: pageHeaders(form, { embedded }) };
  }
  const prefill = query.get('prefill') ?? '';
  const hidden = {
    submissionToken: randomBytes(16).toString('base64url'),
    startToken: startToken(context.services.vault, String(form._id)),
    ...(prefill !== '' && { prefillToken: prefill.slice(0, 200) }),
    ...Object.fromEntries(
      sourcesFor(definition).map((key) => [key, query.get(parameterOf(key))?.slice(0, 2000) ?? '']),
    ),
  };
  const answers = await prefilledAnswers(context, form, definition, prefill);
  return pageOf({ form, definition, path, embedded, hidden, answers, problems: new Map() }, found, 200);
}

const closedText = (error: AppError): string =>
  error.code === 'unauthenticated'
    ? 'Sign in to the console of your account in this browser, then open this form again.'
    : error.message;

/** Submits a page. Errors are shown beside their fields, and answers are kept. */
export async function submitPage(visit: FormVisit, found: OpenForm, path: string): Promise<PageAnswer> {
  const { context, form, definition } = found;
  const embedded = new URLSearchParams(visit.query).get('embed') === '1';
  const body = bodyOf(visit.form);
  try {
    const given = readSubmission(context, form, definition, body, visit.uploads);
    const userId = form.loginNeeded === true ? await requireUser(context, visit.session) : null;
    // The page always has a token, so that only a program leaves it out.
    const startedAt = given.startedAt === 'none' ? 'invalid' : given.startedAt;
    await submitEvenly(context, form, definition, { ...given, userId, startedAt });
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error;
    return pageOf(refusedView(visit, found, definition, path, embedded, error), found, error.status);
  }
  const { redirectUrl } = answerOf(form);
  return {
    redirect: redirectUrl ?? `${path}/done${embedded ? '?embed=1' : ''}`,
    status: 303,
    headers: pageHeaders(form, { embedded }),
  };
}

/** A field that is given several times becomes a list. */
const bodyOf = (form: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key);
      return [key, values.length > 1 ? values : values[0]];
    }),
  );

function refusedView(
  visit: FormVisit,
  { form }: OpenForm,
  definition: FormDefinition,
  path: string,
  embedded: boolean,
  error: AppError,
): FormView {
  const kept = ['submissionToken', 'startToken', 'prefillToken', ...sourcesFor(definition)];
  const hidden = kept.flatMap((key) => (visit.form.has(key) ? [[key, visit.form.get(key) ?? '']] : []));
  const known = new Set([...definition.fields.map(({ key }) => key), 'consent']);
  const beside = error.details.filter(({ field = '' }) => known.has(field));
  return {
    form,
    definition,
    path,
    embedded,
    hidden: Object.fromEntries(hidden),
    answers: new Map(definition.fields.map(({ key }) => [key, visit.form.getAll(key)])),
    problems: new Map(beside.map((detail) => [detail.field ?? '', sentence(definition, detail)])),
    failure: beside.length === error.details.length && beside.length > 0 ? undefined : error.message,
    consent: visit.form.has('consent'),
  };
}

/** Names the field as visitors know it. */
function sentence({ fields }: FormDefinition, { field = '', message }: Detail): string {
  const label = fields.find(({ key }) => key === field)?.label ?? field;
  return message.startsWith(`${field} `) ? `${label}: ${message.slice(field.length + 1)}` : message;
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
