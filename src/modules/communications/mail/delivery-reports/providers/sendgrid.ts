import { createPublicKey, type KeyObject, verify } from 'node:crypto';
import { asMailId, idOfMessageId, mailIdHeader } from '../../../messages/mail-id.ts';
import type { DeliveryReport } from '../../../messages/returned/delivery-report.ts';
import { given, type JsonObject, jsonIn, listIn, objectIn, textIn, timeIn } from './json-values.ts';
import { type EventProvider, notFromProvider, type ProviderRequest, requireRecent } from './provider.ts';

const maxAgeMs = 10 * 60_000;

/** The Signed Event Webhook: ECDSA over the time and the body. A request has many events. */
export const sendgrid: EventProvider = {
  async read(request) {
    verifySignature(request);
    return { reports: listIn(jsonIn(request.body)).flatMap((event) => reportOf(objectIn(event)) ?? []) };
  },
  checkKey(key) {
    try {
      readKey(key);
    } catch {
      throw new Error('must be the verification key of the Signed Event Webhook, in base64');
    }
  },
};

function verifySignature({ body, header, keys }: ProviderRequest): void {
  const time = header('x-twilio-email-event-webhook-timestamp');
  const signature = Buffer.from(header('x-twilio-email-event-webhook-signature') ?? '', 'base64');
  if (time === undefined || signature.length === 0) throw notFromProvider();
  requireRecent(time, maxAgeMs);
  const signed = Buffer.concat([Buffer.from(time), body]);
  if (!keys.some((key) => isSignedBy(key, signed, signature))) throw notFromProvider();
}

/** A key that was saved before the transport had this provider may have another form, so it verifies nothing. */
function isSignedBy(key: string, signed: Buffer, signature: Buffer): boolean {
  try {
    return verify('sha256', signed, readKey(key), signature);
  } catch {
    return false;
  }
}

/** SendGrid shows the key in base64, without the lines of PEM. */
function readKey(key: string): KeyObject {
  const text = key.replaceAll(/-----[A-Z ]+-----|\s/g, '');
  const read = createPublicKey({ key: Buffer.from(text, 'base64'), format: 'der', type: 'spki' });
  if (read.asymmetricKeyType !== 'ec') throw new Error('not a key for ECDSA');
  return read;
}

function reportOf(event: JsonObject): DeliveryReport | undefined {
  // Opens and clicks have no smtp-id, only the argument that we sent with the mail.
  const emailId = asMailId(textIn(event[mailIdHeader])) ?? idOfMessageId(textIn(event['smtp-id']));
  const kind = kindOf(event);
  if (emailId === undefined || kind === undefined) return undefined;
  return given({
    emailId,
    ...kind,
    recipient: textIn(event.email),
    diagnostic: textIn(event.reason) ?? textIn(event.response),
    at: timeIn(event.timestamp),
    link: textIn(event.url),
    machine: event.sg_machine_open === true || undefined,
    eventId: textIn(event.sg_event_id),
  }) as DeliveryReport;
}

type Kind = Pick<DeliveryReport, 'kind' | 'bounceType'>;

const kinds: Readonly<Record<string, Kind>> = {
  delivered: { kind: 'delivered' },
  deferred: { kind: 'deferred' },
  open: { kind: 'opened' },
  click: { kind: 'clicked' },
  spamreport: { kind: 'complained' },
  unsubscribe: { kind: 'unsubscribed' },
  group_unsubscribe: { kind: 'unsubscribed' },
};

function kindOf({ event, type, reason }: JsonObject): Kind | undefined {
  const name = textIn(event) ?? '';
  // A blocked mail was refused for its content or sender, so the address may be right.
  if (name === 'bounce') return { kind: 'bounced', bounceType: type === 'blocked' ? 'soft' : 'hard' };
  if (name === 'dropped') return dropped(textIn(reason) ?? '');
  return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
}

/** SendGrid did not send the mail, usually because of an earlier event of the address. */
function dropped(reason: string): Kind {
  if (/^spam reporting/i.test(reason)) return { kind: 'complained' };
  if (/^unsubscribed/i.test(reason)) return { kind: 'unsubscribed' };
  return { kind: 'bounced', bounceType: /^(bounced|invalid)/i.test(reason) ? 'hard' : 'soft' };
}
