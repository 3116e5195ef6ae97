import { createHash, timingSafeEqual } from 'node:crypto';
import { asMailId, idOfMessageId } from '../../../messages/mail-id.ts';
import type { DeliveryReport } from '../../../messages/returned/delivery-report.ts';
import { given, type JsonObject, jsonIn, objectIn, textIn, timeIn } from './json-values.ts';
import { type EventProvider, notFromProvider } from './provider.ts';
import { postmarkMetadata } from './provider-headers.ts';

/** Postmark signs nothing. Its webhooks send a password (basic auth) or a header that the user chose. */
export const postmark: EventProvider = {
  async read({ body, header, keys }) {
    const presented = [header('x-webhook-secret'), ...basicCredentials(header('authorization'))];
    if (!presented.some((secret) => secret && keys.some((key) => equal(secret, key)))) throw notFromProvider();
    const report = reportOf(objectIn(jsonIn(body)));
    return { reports: report ? [report] : [] };
  },
};

/** The key may be the password alone, or `user:password`. */
function basicCredentials(authorization: string | undefined): string[] {
  const [, encoded = ''] = /^Basic ([\w+/=-]+)$/i.exec(authorization ?? '') ?? [];
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  return colon < 0 ? [] : [pair, pair.slice(colon + 1)];
}

const equal = (a: string, b: string): boolean => timingSafeEqual(hashOf(a), hashOf(b));

const hashOf = (text: string): Buffer => createHash('sha256').update(text).digest();

function reportOf(event: JsonObject): DeliveryReport | undefined {
  const metadata = objectIn(event.Metadata);
  // Postmark replaces our Message-ID, unless the mail asked to keep it.
  const emailId = asMailId(textIn(metadata[postmarkMetadata])) ?? idOfMessageId(textIn(event.MessageID));
  const kind = kindOf(event);
  if (emailId === undefined || kind === undefined) return undefined;
  const time = event.BouncedAt ?? event.DeliveredAt ?? event.ReceivedAt ?? event.ChangedAt;
  return given({
    emailId,
    ...kind,
    recipient: textIn(event.Email) ?? textIn(event.Recipient),
    diagnostic: textIn(event.Details) ?? textIn(event.Description),
    at: timeIn(time),
    link: textIn(event.OriginalLink),
    eventId: `${textIn(event.MessageID) ?? emailId} ${textIn(time) ?? ''} ${textIn(event.OriginalLink) ?? ''}`,
  }) as DeliveryReport;
}

type Kind = Pick<DeliveryReport, 'kind' | 'bounceType'>;

function kindOf(event: JsonObject): Kind | undefined {
  switch (event.RecordType) {
    case 'Delivery':
      return { kind: 'delivered' };
    case 'Open':
      return { kind: 'opened' };
    case 'Click':
      return { kind: 'clicked' };
    case 'SpamComplaint':
      return { kind: 'complained' };
    case 'SubscriptionChange':
      // The other reasons are bounces and complaints, which have their own events.
      return event.SuppressSending === true && event.SuppressionReason === 'ManualSuppression'
        ? { kind: 'unsubscribed' }
        : undefined;
    case 'Bounce':
      return bounceKind(event);
    default:
      return undefined;
  }
}

/** Answers of people and programs that Postmark reports as bounces. */
const noBounces = ['AutoResponder', 'AddressChange', 'ChallengeVerification', 'Subscribe', 'OpenRelayTest'];
const hardTypes = ['HardBounce', 'BadEmailAddress', 'ManuallyDeactivated'];

function bounceKind({ Type, Inactive }: JsonObject): Kind | undefined {
  const type = textIn(Type) ?? '';
  if (noBounces.includes(type)) return undefined;
  if (type === 'Transient') return { kind: 'deferred' };
  if (type === 'Unsubscribe') return { kind: 'unsubscribed' };
  if (type === 'SpamComplaint') return { kind: 'complained' };
  // Postmark deactivates an address to which it will not send again.
  return { kind: 'bounced', bounceType: Inactive === true || hardTypes.includes(type) ? 'hard' : 'soft' };
}
