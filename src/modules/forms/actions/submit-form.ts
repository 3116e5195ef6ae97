import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { Rate } from '#core/limits/rates.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { findForm } from '../submissions/find-form.ts';
import { readStartToken, trapField } from '../submissions/robots.ts';
import { type Submission, submitForm as submit } from '../submissions/submit-form.ts';

/** Of one address. Several people may share one. */
const perVisitor: Rate = { name: 'form submissions', max: 60, perMs: 60_000 };
const sources = [
  'pageUrl',
  'referrer',
  'utmSource',
  'utmMedium',
  'utmCampaign',
  'utmTerm',
  'utmContent',
  'language',
] as const;
const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));

export const submitForm = defineAction({
  name: 'forms.submitForm',
  summary: 'Submits a published form. Needs no session; HTML forms may send the fields flat',
  routes: [{ method: 'POST', path: '/api/forms/forms/:id/submit' }],
  access: 'public',
  form: true,
  bodyLimit: 256 * 1024,
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ maxLength: 100 }),
      data: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'The answers by the keys of the fields.' }),
      ),
      consent: Type.Optional(Type.Boolean({ description: 'Needed when the form has a consentText.' })),
      submissionToken: text(100, 'The same submission, sent twice with one token, is stored once.'),
      startToken: text(100, 'From the page of the form: when it was opened.'),
      pageUrl: text(2000, 'The page that the form is on.'),
      referrer: text(2000, 'The page before it.'),
      utmSource: text(500, 'From the address of the page.'),
      utmMedium: text(500, 'From the address of the page.'),
      utmCampaign: text(500, 'From the address of the page.'),
      utmTerm: text(500, 'From the address of the page.'),
      utmContent: text(500, 'From the address of the page.'),
      language: text(20, 'The language of the visitor.'),
    },
    { additionalProperties: true },
  ),
  output: Type.Object({ message: Type.String(), redirectUrl: Type.Union([Type.String(), Type.Null()]) }),
  async run(visit, { id, ...body }) {
    const { services, origin } = visit;
    await services.rates.enter(visit, perVisitor, origin?.ip ?? '');
    const { context, form } = await findForm(visit, id);
    await submit(context, form, submissionOf(visit, String(form._id), body));
    return { body: { message: messageOf(form), redirectUrl: (form.redirectUrl as string | null) ?? null } };
  },
});

const messageOf = ({ successMessage }: RecordObject): string =>
  typeof successMessage === 'string' && successMessage !== ''
    ? successMessage
    : 'Thank you. We have received your answers.';

const named: ReadonlySet<string> = new Set(['data', 'consent', 'submissionToken', 'startToken', trapField, ...sources]);

function submissionOf(
  { services, origin }: ActionContext,
  formId: string,
  body: Readonly<Record<string, unknown>>,
): Submission {
  const flat = Object.fromEntries(Object.entries(body).filter(([key]) => !named.has(key)));
  const fromHtml = body.data === undefined;
  const started =
    typeof body.startToken === 'string'
      ? readStartToken(services.vault.derive('forms'), formId, body.startToken)
      : undefined;
  const source: Record<string, JsonValue> = { ipAddress: origin?.ip ?? null };
  for (const key of sources) if (typeof body[key] === 'string') source[key] = body[key];
  const agent = origin?.headers['user-agent'];
  if (typeof agent === 'string') source.userAgent = agent.slice(0, 1000);
  return {
    data: fromHtml ? flat : { ...(body.data as Readonly<Record<string, unknown>>), ...flat },
    fromHtml,
    trap: body[trapField],
    startedAt: started,
    token: typeof body.submissionToken === 'string' ? body.submissionToken : null,
    consent: typeof body.consent === 'boolean' ? body.consent : undefined,
    source,
    userId: null,
  };
}
