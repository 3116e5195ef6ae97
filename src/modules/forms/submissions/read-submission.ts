import type { Context } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { StagedFile } from '#core/files/staged-file.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { readPageToken } from '../../marketing/contract.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import { captchaKeys, reservedKeys, sourceKeys, trapField } from '../definition/reserved-keys.ts';
import { readPrefillToken } from './prefill-token.ts';
import { readStartToken, type StartedAt } from './robots.ts';

/** The parsed input of a visitor. */
export interface Submission {
  readonly data: Readonly<Record<string, unknown>>;
  /** HTML forms send only texts: `on` for a ticked box, and an empty text for an empty field. */
  readonly fromHtml: boolean;
  readonly files: readonly StagedFile[];
  /** The value of the honeypot, which only robots fill in. */
  readonly trap: unknown;
  readonly startedAt: StartedAt;
  /** An idempotency token from the page: the same submission, sent twice, is stored once. */
  readonly token: string | null;
  readonly consent: boolean;
  readonly captchaToken: string | undefined;
  /** Texts about the origin of the visitor, stored as fields of the submission. */
  readonly source: Readonly<Record<string, JsonValue>>;
  /** The record of a personal link. */
  readonly recordId: string | undefined;
  /** The website page that shows the form. */
  readonly pageId: string | undefined;
  /** The user, when the form requires a session. */
  readonly userId: string | null;
}

type Body = Readonly<Record<string, unknown>>;

const textIn = (body: Body, key: string): string | undefined =>
  typeof body[key] === 'string' && body[key] !== '' ? body[key] : undefined;

/**
 * Parses a body, in which the answers are in `data` or at the top level. Unknown names stay among the answers, so that
 * they are refused.
 */
export function readSubmission(
  { services: { vault }, origin }: Context,
  form: RecordObject,
  definition: FormDefinition,
  body: Body,
  files: readonly StagedFile[],
): Submission {
  const formId = String(form._id);
  const answered = new Set(definition.fields.map(({ key }) => key));
  const flat = Object.fromEntries(
    Object.entries(body).filter(([key]) => (body.data === undefined && answered.has(key)) || !reservedKeys.has(key)),
  );
  const startToken = textIn(body, 'startToken');
  const prefillToken = textIn(body, 'prefillToken');
  const pageToken = textIn(body, 'pageToken');
  const captchaKey = captchaKeys.find((key) => textIn(body, key) !== undefined);
  return {
    data: { ...(body.data as Body | undefined), ...flat },
    fromHtml: body.data === undefined,
    files,
    trap: body[trapField],
    startedAt: startToken === undefined ? 'none' : readStartToken(vault, formId, startToken),
    token: textIn(body, 'submissionToken')?.slice(0, 100) ?? null,
    consent: [true, 'true', 'on'].includes(body.consent as never),
    captchaToken: captchaKey && textIn(body, captchaKey),
    source: { ...sourceOf(body, answered), ...clientOf(origin) },
    recordId: prefillToken === undefined ? undefined : readPrefillToken(vault, formId, prefillToken),
    pageId: pageToken === undefined ? undefined : readPageToken(vault, formId, pageToken),
    userId: null,
  };
}

/** Truncates long texts and drops malformed URLs instead of refusing them, because the visitor did not enter them. */
function sourceOf(body: Body, answered: ReadonlySet<string>): Record<string, JsonValue> {
  const source: Record<string, JsonValue> = {};
  for (const [key, maxLength] of Object.entries(sourceKeys)) {
    // PostgreSQL stores neither zero bytes nor unpaired surrogates.
    const text = textIn(body, key)?.replaceAll('\0', '').toWellFormed();
    if (text === undefined || (body.data === undefined && answered.has(key))) continue;
    if (key === 'pageUrl' && !/^https?:\/\/[^\s]+$/i.test(text)) continue;
    if (key === 'pageUrl' && (!URL.canParse(text) || text.length > maxLength)) continue;
    source[key] = text.slice(0, maxLength).toWellFormed();
  }
  return source;
}

function clientOf(origin: Context['origin']): Record<string, JsonValue> {
  const agent = origin?.headers['user-agent'];
  return {
    ipAddress: origin?.ip ?? null,
    ...(typeof agent === 'string' && { userAgent: agent.slice(0, 1000) }),
  };
}
