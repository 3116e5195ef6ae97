import { Problems, validationFailed } from '#core/errors.ts';
import { type Field, type JsonValue, Problem } from '#core/fields/field.ts';
import type { FormDefinition } from '../definition/form-definition.ts';
import type { Control, FormField } from '../definition/form-field.ts';
import { applyLogic } from '../pages/assets/logic.js';

/** Validated answers, keyed by field. Fields that logic hides have none. */
export type Answers = ReadonlyMap<FormField, JsonValue>;

export interface GivenAnswers {
  readonly data: Readonly<Record<string, unknown>>;
  /** Fields that have uploaded files. */
  readonly withFiles: ReadonlySet<string>;
  /** HTML forms send only texts: `on` for a ticked box, and an empty text for an empty field. */
  readonly fromHtml: boolean;
}

/** The email address in the answers. */
export const emailIn = (answers: Answers): string | null => {
  const [, email = null] = [...answers].find(([{ control }]) => control === 'email') ?? [];
  return typeof email === 'string' ? email : null;
};

/** Validates the answers of a visitor. Throws one error with the problems of all fields. */
export function readAnswers(definition: FormDefinition, { data, withFiles, fromHtml }: GivenAnswers): Answers {
  const problems = new Problems();
  const byKey = new Map(definition.fields.map((field) => [field.key, field]));
  for (const key of Object.keys(data)) {
    if (!byKey.has(key)) problems.add(key.slice(0, 100), 'unknown_field', 'is not a field of this form');
  }
  for (const key of withFiles) {
    if (byKey.get(key)?.control !== 'files') problems.add(key.slice(0, 100), 'unknown_field', 'takes no files');
  }
  const answers = new Map<string, JsonValue>();
  const wrong = new Set<string>();
  for (const field of definition.fields) {
    const { key } = field;
    try {
      const answer = readAnswer(field, data[key], fromHtml);
      if (answer !== null) answers.set(key, answer);
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      wrong.add(key);
      problems.add(key, problem.code, problem.message);
    }
  }
  const states = applyLogic(definition.rules, Object.fromEntries(answers));
  for (const { key, required, control } of definition.fields) {
    if (states.hidden.has(key) || wrong.has(key) || !(required || states.required.has(key))) continue;
    if (control === 'files' ? !withFiles.has(key) : !answers.has(key)) problems.add(key, 'required', 'is required');
    // An unticked box is not an answer when the box must be ticked, for example for a consent.
    else if (control === 'checkbox' && answers.get(key) !== true) problems.add(key, 'required', 'must be accepted');
  }
  if (problems.count > 0) throw validationFailed(problems.details, problems.count);
  const shown = [...answers].filter(([key]) => !states.hidden.has(key));
  return new Map(shown.map(([key, answer]) => [byKey.get(key) as FormField, answer]));
}

/** Null when the field was not answered. */
function readAnswer({ field, control }: FormField, given: unknown, fromHtml: boolean): JsonValue {
  const value = fromHtml ? fromText(control, given) : given;
  if (value === undefined || value === null || value === '') return null;
  if (!field) throw new Problem('invalid', 'takes files: send them as parts of multipart/form-data');
  const checked = field.type.check(value, field);
  const stray = field.declared.strict && Array.isArray(checked) && checked.find((one) => !isOption(field, one));
  if (stray)
    throw new Problem('invalid_option', `must be some of ${field.options?.map((one) => one.value).join(', ')}`);
  return Array.isArray(checked) && checked.length === 0 ? null : checked;
}

const isOption = ({ options = [] }: Field, given: JsonValue): boolean => options.some(({ value }) => value === given);

function fromText(control: Control, given: unknown): unknown {
  const all = Array.isArray(given) ? given : given === undefined ? [] : [given];
  const texts = all.filter((one) => one !== '');
  switch (control) {
    case 'checkbox':
      return texts.length > 0 && texts.at(-1) !== 'false';
    case 'checkboxes':
      return texts;
    case 'number': {
      const text = String(texts[0] ?? '').trim();
      return text === '' ? null : Number.isNaN(Number(text)) ? text : Number(text);
    }
    case 'datetime': {
      // Browsers send the local time without a zone. The page says that it is UTC.
      const text = String(texts[0] ?? '');
      return /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text) ? `${text}:00.000Z` : text;
    }
    default:
      return texts[0] ?? null;
  }
}
