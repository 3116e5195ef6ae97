import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '#core/errors.ts';
import type { Rate } from '#core/limits/rates.ts';
import { asMailId, idOfMessageId, mailIdHeader } from '../../../messages/mail-id.ts';
import type { DeliveryReport } from '../../../messages/returned/delivery-report.ts';
import { given, type JsonObject, jsonIn, objectIn, textIn, timeIn } from './json-values.ts';
import { type EventProvider, notFromProvider, type ProviderRequest, requireRecent } from './provider.ts';

const maxAgeMs = 5 * 60_000;
/** Keep a token for longer than its signature is accepted. The signed time may also be early by `maxAgeMs`. */
const oneUse: Rate = { name: 'mailgun-token', max: 1, perMs: 3 * maxAgeMs };

/** The signature covers a time and a random token, not the events. So each token is accepted once, on any node. */
export const mailgun: EventProvider = {
  async read(request) {
    const body = objectIn(jsonIn(request.body));
    const token = verifySignature(request, objectIn(body.signature));
    const key = `${request.tenantId} ${token}`;
    const { rates } = request.context.services;
    await rates.enter(request.context, oneUse, key).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'rate_limited')
        throw notFromProvider('their token was used before');
      throw error;
    });
    const report = reportOf(objectIn(body['event-data']));
    return { reports: report ? [report] : [], release: () => rates.leave(oneUse, key) };
  },
};

/** Returns the token. */
function verifySignature({ keys }: ProviderRequest, { timestamp, token, signature }: JsonObject): string {
  const time = typeof timestamp === 'number' ? String(timestamp) : textIn(timestamp);
  const given = textIn(token);
  const signed = Buffer.from(textIn(signature) ?? '', 'hex');
  if (time === undefined || given === undefined || given.length > 200 || signed.length !== 32) throw notFromProvider();
  const matches = (key: string) =>
    timingSafeEqual(createHmac('sha256', key).update(`${time}${given}`).digest(), signed);
  if (!keys.some(matches)) throw notFromProvider();
  requireRecent(time, maxAgeMs);
  return given;
}

function reportOf(event: JsonObject): DeliveryReport | undefined {
  const headers = objectIn(objectIn(event.message).headers);
  const emailId =
    asMailId(textIn(objectIn(event['user-variables'])[mailIdHeader])) ?? idOfMessageId(textIn(headers['message-id']));
  const kind = kindOf(event);
  if (emailId === undefined || kind === undefined) return undefined;
  const status = objectIn(event['delivery-status']);
  return given({
    emailId,
    ...kind,
    recipient: textIn(event.recipient),
    diagnostic: textIn(status.message) ?? textIn(status.description) ?? textIn(event.reason),
    at: timeIn(event.timestamp),
    link: textIn(event.url),
    machine: textIn(objectIn(event['client-info']).bot) !== undefined || undefined,
    eventId: textIn(event.id),
  }) as DeliveryReport;
}

type Kind = Pick<DeliveryReport, 'kind' | 'bounceType'>;

const kinds: Readonly<Record<string, Kind>> = {
  delivered: { kind: 'delivered' },
  opened: { kind: 'opened' },
  clicked: { kind: 'clicked' },
  complained: { kind: 'complained' },
  unsubscribed: { kind: 'unsubscribed' },
};

/** Mailgun retries after a temporary failure. When it gives up, the last failure is permanent with a code below 500. */
function kindOf({ event, severity, reason, 'delivery-status': status }: JsonObject): Kind | undefined {
  const name = textIn(event) ?? '';
  if (name !== 'failed' && name !== 'rejected') return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  if (severity === 'temporary') return { kind: 'deferred' };
  if (reason === 'suppress-complaint') return { kind: 'complained' };
  if (reason === 'suppress-unsubscribe') return { kind: 'unsubscribed' };
  const code = Number(objectIn(status).code);
  const isSoft = name === 'rejected' || reason === 'old' || (code >= 400 && code < 500);
  return { kind: 'bounced', bounceType: isSoft ? 'soft' : 'hard' };
}
