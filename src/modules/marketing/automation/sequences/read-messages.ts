import { invalid } from '#core/errors.ts';
import type { JsonValue } from '#core/fields/field.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { isJsonObject } from '#lib/json.ts';
import type { JsonObject } from '../definition/definition.ts';
import type { StepInput } from '../lifecycle/steps-input.ts';
import type { Channel, Sequence, SequenceKind } from './kinds.ts';

/** A channel: the step that sends by it, and the part of its configuration that each part of a message becomes. */
interface ChannelStep {
  readonly type: string;
  readonly parts: Readonly<Record<string, string>>;
}

const channelSteps: Readonly<Record<Channel, ChannelStep>> = {
  email: {
    type: 'sendEmail',
    parts: { templateId: 'templateId', subject: 'subject', text: 'text', html: 'html' },
  },
  sms: { type: 'sendSms', parts: { text: 'text' } },
  task: { type: 'createTask', parts: { title: 'title', text: 'description' } },
};

const known = ['channel', 'name', 'templateId', 'subject', 'title', 'text', 'html', 'afterDays'];
const maxMessages = 50;
const maxDays = 3650;

/** The steps of a workflow that sends the messages of a sequence: a wait before each message that is not sent at once. */
export function stepsOf({ kind, record }: Sequence): StepInput[] {
  const { list } = kind;
  const given = record[list];
  if (!Array.isArray(given) || given.length === 0)
    throw invalid(list, 'required', `must have at least one ${list === 'emails' ? 'email' : 'step'}`);
  if (given.length > maxMessages) throw invalid(list, 'too_long', `must have at most ${maxMessages} entries`);
  const steps: Omit<StepInput, 'next'>[] = [];
  let day = 0;
  for (const [n, one] of given.entries()) {
    const message = readMessage(kind, one, n);
    const afterDays = readDay(message, `${list}[${n}].afterDays`, day);
    if (afterDays > day)
      steps.push({ key: `wait${n + 1}`, name: null, type: 'wait', config: { for: `${afterDays - day}d` } });
    steps.push(sendingStep(kind, record, message, n));
    day = afterDays;
  }
  return steps.map((step, n) => ({ ...step, next: steps[n + 1]?.key ?? null }));
}

function readMessage({ list }: SequenceKind, value: JsonValue, n: number): JsonObject {
  const at = `${list}[${n}]`;
  if (!isJsonObject(value)) throw invalid(at, 'invalid_type', 'must be an object such as {"templateId": "…"}');
  const message = value as JsonObject;
  const unknown = Object.keys(message).find((key) => !known.includes(key));
  if (unknown !== undefined)
    throw invalid(`${at}.${unknown}`, 'unknown_field', `is unknown; there are ${known.join(', ')}`);
  return message;
}

/** Days since the enrollment. Without a number, the message follows the one before at once. */
function readDay({ afterDays }: JsonObject, field: string, before: number): number {
  if (isEmpty(afterDays)) return before;
  if (typeof afterDays !== 'number' || !Number.isInteger(afterDays) || afterDays < 0 || afterDays > maxDays)
    throw invalid(field, 'invalid_type', `must be a whole number of days from 0 to ${maxDays}`);
  if (afterDays < before)
    throw invalid(
      field,
      'invalid_value',
      `must be at least ${before}, as that of the one before: days count from the enrollment`,
    );
  return afterDays;
}

function sendingStep(
  kind: SequenceKind,
  record: RecordObject,
  message: JsonObject,
  n: number,
): Omit<StepInput, 'next'> {
  const at = `${kind.list}[${n}]`;
  const channel = readChannel(kind, message.channel, `${at}.channel`);
  const { type, parts } = channelSteps[channel];
  const config: Record<string, JsonValue> = channel === 'email' ? senderOf(record) : {};
  for (const [key, value] of Object.entries(message)) {
    if (key === 'channel' || key === 'name' || key === 'afterDays' || isEmpty(value)) continue;
    const part = parts[key];
    if (part === undefined)
      throw invalid(
        `${at}.${key}`,
        'not_supported',
        `is not used by ${type}: there are ${Object.keys(parts).join(', ')}`,
      );
    config[part] = value;
  }
  const { name } = message;
  return { key: `${channel}${n + 1}`, name: typeof name === 'string' ? name.slice(0, 255) : null, type, config };
}

function readChannel({ channels }: SequenceKind, value: JsonValue | undefined, field: string): Channel {
  if (isEmpty(value)) return 'email';
  const channel = channels.find((one) => one === value);
  if (!channel) throw invalid(field, 'invalid_value', `must be ${channels.join(' or ')}`);
  return channel;
}

const senderOf = (record: RecordObject): Record<string, JsonValue> =>
  Object.fromEntries(
    (['fromName', 'fromEmail', 'replyTo'] as const).flatMap((key) => {
      const value = record[key];
      return isEmpty(value) ? [] : [[key, value]];
    }),
  );

const isEmpty = (value: JsonValue | undefined): value is undefined | null | '' =>
  value === undefined || value === null || value === '';
