import { Type } from 'typebox';
import { type ActionContext, defineAction } from '#core/action.ts';
import { sourceKeys } from '../definition/reserved-keys.ts';
import { findForm } from '../submissions/find-form.ts';
import { formLimits } from '../submissions/form-limits.ts';
import { countSubmission } from '../submissions/form-rates.ts';
import { readSubmission } from '../submissions/read-submission.ts';
import { requireUser } from '../submissions/require-user.ts';
import { answerOf } from '../submissions/submit-answer.ts';
import { submitInConstantTime } from '../submissions/submit-in-constant-time.ts';

const text = (maxLength: number, description: string) => Type.Optional(Type.String({ maxLength, description }));
const sources = Object.fromEntries(
  Object.entries(sourceKeys).map(([key, max]) => [key, text(Math.max(max, 500), 'Where the visitor came from.')]),
) as Record<keyof typeof sourceKeys, ReturnType<typeof text>>;

export const submitForm = defineAction({
  name: 'forms.submitForm',
  summary: 'Submits a published form. Needs no session; HTML forms may send the fields flat, with files',
  routes: [{ method: 'POST', path: '/api/forms/forms/:id/submit' }],
  access: 'public',
  anyOrigin: true,
  dryRunAllowed: false,
  bodyLimit: formLimits.bodyBytes,
  takes: {
    kind: 'form',
    files: {
      max: formLimits.files,
      maxBytes: formLimits.fileBytes,
      owner: async (visit, { id = '' }) => {
        countSubmission(visit.services, id.toLowerCase(), visit.origin?.ip ?? '');
        return (await findForm(visit, id)).context;
      },
    },
  },
  status: 201,
  input: Type.Object(
    {
      id: Type.String({ maxLength: 100 }),
      data: Type.Optional(
        Type.Record(Type.String(), Type.Unknown(), { description: 'The answers by the keys of the fields.' }),
      ),
      consent: Type.Optional(
        Type.Union([Type.Boolean(), Type.String({ maxLength: 10 })], {
          description: 'True when the visitor agrees. Needed when the form has a consentText.',
        }),
      ),
      submissionToken: text(100, 'The same submission, sent twice with one token, is stored once.'),
      startToken: text(100, 'From the page of the form: when it was opened.'),
      prefillToken: text(200, 'From a personal link: the record that the form updates.'),
      pageToken: text(200, 'From a page of a website that shows the form: the submission counts there.'),
      captchaToken: text(10_000, 'From the captcha provider, for forms that have one.'),
      ...sources,
    },
    { additionalProperties: true },
  ),
  output: Type.Object({ message: Type.String(), redirectUrl: Type.Union([Type.String(), Type.Null()]) }),
  async run(visit, { id, ...body }) {
    const uploads = visit.uploads ?? [];
    // A submission with files was counted before its body was read.
    if (!isMultipart(visit)) countSubmission(visit.services, id.toLowerCase(), visit.origin?.ip ?? '');
    const { context, form, definition } = await findForm(visit, id);
    const given = readSubmission(context, form, definition, body, uploads);
    const userId = form.loginNeeded === true ? await requireUser(context, visit.session) : null;
    await submitInConstantTime(context, form, definition, { ...given, userId });
    return { body: answerOf(form) };
  },
});

const isMultipart = ({ origin }: ActionContext): boolean =>
  String(origin?.headers['content-type'] ?? '')
    .toLowerCase()
    .startsWith('multipart/');
