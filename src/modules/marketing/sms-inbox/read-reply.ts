import { AppError, invalid } from '#core/errors.ts';
import { isJsonObject } from '#lib/json.ts';
import { requireTwilioSignature, requireWebhookSignature, type SmsProvider } from '../sms/contract.ts';
import { readWord } from './reply-words.ts';

/** A text message that somebody sent to a number of the tenant. */
export interface Reply {
  /** The id that the provider assigned. */
  readonly id: string;
  readonly phone: string;
  readonly text: string;
  readonly wants: 'stop' | 'start' | undefined;
}

interface Request {
  readonly body: Buffer;
  /** The URL that the provider calls, which Twilio includes in its signature. */
  readonly url: string;
  header(name: string): string;
}

/** Checks the signature of a request and reads the reply in it. */
export function readReply(
  { provider, secret }: { readonly provider: SmsProvider; readonly secret: string },
  request: Request,
): Reply {
  return provider.provider === 'twilio' ? readTwilio(secret, request) : readWebhook(secret, request);
}

function readTwilio(token: string, { body, url, header }: Request): Reply {
  const form = Object.fromEntries(new URLSearchParams(body.toString('utf8')));
  requireTwilioSignature(token, url, form, header('x-twilio-signature'));
  const reply = replyOf(form.MessageSid, form.From, form.Body);
  // Twilio reports the keyword that it recognised in the message.
  const type = form.OptOutType?.toLowerCase();
  return type === 'stop' || type === 'start' ? { ...reply, wants: type } : reply;
}

function readWebhook(secret: string, { body, header }: Request): Reply {
  requireWebhookSignature(secret, body, header('x-platform-signature'));
  const json = parsed(body);
  return replyOf(json.id, json.from, json.text);
}

function replyOf(id: unknown, from: unknown, given: unknown): Reply {
  if (typeof id !== 'string' || id === '' || id.length > 100)
    throw invalid('id', 'invalid_value', 'must be the id of the message, of at most 100 characters');
  const phone = typeof from === 'string' ? from.replace(/(?!^\+)\D/g, '') : '';
  if (!/^\+?\d{3,20}$/.test(phone)) throw invalid('from', 'invalid_format', 'must be a telephone number');
  if (given !== undefined && typeof given !== 'string') throw invalid('text', 'invalid_type', 'must be a text');
  const text = (given ?? '').replaceAll('\0', '').slice(0, 10_000).toWellFormed();
  return {
    id: id.replaceAll('\0', '').toWellFormed(),
    phone,
    text,
    wants: readWord(text),
  };
}

function parsed(body: Buffer): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (isJsonObject(value)) return value;
  } catch {
    // Invalid JSON gets the same error as a body that is not an object.
  }
  throw new AppError('bad_request', 'The body must be a JSON object {"id", "from", "text"}.');
}
