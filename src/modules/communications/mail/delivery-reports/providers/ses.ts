import { asMailId, idOfMessageId, mailIdHeader } from '../../../messages/mail-id.ts';
import type { DeliveryReport } from '../../../messages/returned/delivery-report.ts';
import { given, type JsonObject, jsonIn, listIn, objectIn, textIn, timeIn } from './json-values.ts';
import { type EventProvider, notFromProvider } from './provider.ts';
import { sesTag } from './provider-headers.ts';
import { fetchFromSns } from './sns-http.ts';
import { snsUrl, topicArnPattern, verifySnsMessage } from './sns-message.ts';

/** Amazon SES publishes events to a topic of SNS, which sends them here. The key is the TopicArn. */
export const ses: EventProvider = {
  async read({ context, body, keys }) {
    const message = objectIn(jsonIn(body));
    const topic = textIn(message.TopicArn);
    // Checked first, so that strangers cannot make the server fetch certificates.
    if (topic === undefined || !keys.includes(topic)) throw notFromProvider('TopicArn is not eventKey of a transport');
    await verifySnsMessage(message);
    if (message.Type === 'SubscriptionConfirmation') {
      const url = snsUrl(textIn(message.SubscribeURL), topic);
      if (!url) throw notFromProvider('SubscribeURL is not an address of Amazon SNS');
      await fetchFromSns.get(url.href);
      context.services.log.info({ topic }, 'subscribed to events of Amazon SES');
    }
    return { reports: message.Type === 'Notification' ? readNotification(message) : [] };
  },
  checkKey(key) {
    if (!topicArnPattern.test(key))
      throw new Error('must be the TopicArn of the SNS topic, such as arn:aws:sns:eu-west-1:123456789012:mail');
  },
};

function readNotification({ Message, MessageId }: JsonObject): DeliveryReport[] {
  const event = objectIn(jsonIn(textIn(Message) ?? ''));
  const emailId = emailIdOf(objectIn(event.mail));
  if (emailId === undefined) return [];
  const eventId = textIn(MessageId);
  return reportsOf(event).map((report) => given({ emailId, eventId, ...report }) as DeliveryReport);
}

/** SES replaces our Message-ID. The headers that we sent are in the event, if the topic is set up to include them. */
function emailIdOf({ headers, commonHeaders, tags }: JsonObject): string | undefined {
  const sent = listIn(headers).map(objectIn);
  const headerOf = (name: string) => textIn(sent.find((one) => textIn(one.name)?.toLowerCase() === name)?.value);
  return (
    asMailId(headerOf(mailIdHeader.toLowerCase())) ??
    asMailId(textIn(listIn(objectIn(tags)[sesTag])[0])) ??
    idOfMessageId(textIn(objectIn(commonHeaders).messageId)) ??
    idOfMessageId(headerOf('message-id'))
  );
}

type Report = Partial<DeliveryReport> & Pick<DeliveryReport, 'kind'>;

/** The reports of one event: one for each recipient that it names. Event publishing says `eventType` for `notificationType`. */
function reportsOf(event: JsonObject): Report[] {
  switch (event.eventType ?? event.notificationType) {
    case 'Bounce':
      return bounces(objectIn(event.bounce));
    case 'Complaint':
      return complaints(objectIn(event.complaint));
    case 'Delivery': {
      const { timestamp, recipients, smtpResponse } = objectIn(event.delivery);
      const common = given({ at: timeIn(timestamp), diagnostic: textIn(smtpResponse) });
      return listIn(recipients).map((recipient) => ({ kind: 'delivered', ...common, ...recipientOf(recipient) }));
    }
    case 'DeliveryDelay': {
      const { timestamp, delayedRecipients } = objectIn(event.deliveryDelay);
      const common = given({ at: timeIn(timestamp) });
      return listIn(delayedRecipients).map((recipient) => ({ kind: 'deferred', ...common, ...recipientOf(recipient) }));
    }
    case 'Open':
      return [{ kind: 'opened', ...given({ at: timeIn(objectIn(event.open).timestamp) }) }];
    case 'Click': {
      const { timestamp, link } = objectIn(event.click);
      return [{ kind: 'clicked', ...given({ at: timeIn(timestamp), link: textIn(link) }) }];
    }
    case 'Reject':
      return [{ kind: 'bounced', bounceType: 'soft', ...given({ diagnostic: textIn(objectIn(event.reject).reason) }) }];
    default:
      return [];
  }
}

/** `Undetermined` bounces have no known reason, so they count as soft. */
function bounces({ bounceType, timestamp, bouncedRecipients }: JsonObject): Report[] {
  const common = given({ at: timeIn(timestamp) });
  const type = bounceType === 'Permanent' ? 'hard' : 'soft';
  return listIn(bouncedRecipients).map((recipient) => ({
    kind: 'bounced',
    bounceType: type,
    ...common,
    ...recipientOf(recipient),
  }));
}

function complaints({ timestamp, complainedRecipients, complaintFeedbackType }: JsonObject): Report[] {
  if (complaintFeedbackType === 'not-spam') return [];
  const common = given({ at: timeIn(timestamp), diagnostic: textIn(complaintFeedbackType) });
  return listIn(complainedRecipients).map((recipient) => ({
    kind: 'complained',
    ...common,
    ...recipientOf(recipient),
  }));
}

function recipientOf(value: unknown): Pick<DeliveryReport, 'recipient' | 'diagnostic'> {
  const recipient = textIn(value);
  if (recipient !== undefined) return { recipient };
  const { emailAddress, diagnosticCode } = objectIn(value);
  return given({ recipient: textIn(emailAddress), diagnostic: textIn(diagnosticCode) });
}
