import { type Config, objectOf } from '../flow/step.ts';

/** Parts whose text people or systems outside get to see, or that a record gets. The line of a step does not have them. */
const parts = [
  'text',
  'html',
  'message',
  'description',
  'headers',
  'body',
  'replyTo',
  'fromEmail',
  'fromName',
] as const;

interface OutwardText {
  readonly key: string;
  /** The part that names the text. Undefined for a value of a field, whose key names it. */
  readonly part: (typeof parts)[number] | undefined;
  readonly text: string;
}

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What a person has to read before a step is approved. */
export function outwardTexts(config: Config): readonly OutwardText[] {
  const named = parts.flatMap((part) =>
    config[part] === undefined || config[part] === '' ? [] : [{ key: part, part, text: asText(config[part]) }],
  );
  const values = Object.entries(objectOf(config.values)).map(([key, value]) => ({
    key: `values.${key}`,
    part: undefined,
    text: asText(value),
  }));
  return [...named, ...values];
}
