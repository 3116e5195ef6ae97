import type { Field, Model } from '~/metadata/model.ts';

interface FormSection {
  /** The group of the fields; undefined for those that have none. */
  readonly group: string | undefined;
  readonly fields: readonly Field[];
}

export interface FormLayout {
  /** Shown at once: what must be filled in, what is filled in, and the first others. */
  readonly main: readonly Field[];
  /** Behind "More fields". */
  readonly more: readonly FormSection[];
}

const mainCount = 8;
/** Seldom filled in first, and large. */
const lateTypes: ReadonlySet<string> = new Set(['longText', 'json', 'secret', 'boolean', 'list', 'references']);

/** The fields that a person can write. Some can be written only when the record is created. */
export const writableFields = (model: Model, creating: boolean): Field[] =>
  model.fields.filter(({ readOnly, computed, createOnly }) => !readOnly && !computed && (creating || !createOnly));

/** Divides the fields of a form. `filled` are the keys that have a value. */
export function layoutOf(model: Model, creating: boolean, filled: ReadonlySet<string>): FormLayout {
  const fields = writableFields(model, creating);
  const oneOf = new Set(model.requiresOneOf);
  const needed = fields.filter(({ key, required }) => required || oneOf.has(key) || key === model.titleField);
  const main = new Set([...needed, ...fields.filter(({ key }) => filled.has(key))]);
  for (const field of fields) {
    if (main.size >= mainCount) break;
    if (field.group === undefined && !lateTypes.has(field.type)) main.add(field);
  }
  // A form with little more shows all of it.
  const rest = fields.filter((field) => !main.has(field));
  if (rest.length <= 3) for (const field of rest) if (field.group === undefined) main.add(field);
  const rank = (field: Field) => (needed.includes(field) ? 0 : field.type === 'boolean' ? 2 : 1);
  const needFirst = [...main].sort((a, b) => rank(a) - rank(b));
  const sections = new Map<string | undefined, Field[]>();
  for (const field of rest) {
    if (main.has(field)) continue;
    const section = sections.get(field.group) ?? [];
    section.push(field);
    sections.set(field.group, section);
  }
  // Boxes to tick are beside each other, below what is typed.
  const ticksLast = (a: Field, b: Field) => Number(a.type === 'boolean') - Number(b.type === 'boolean');
  const more = [...sections].map(([group, of]) => ({ group, fields: of.sort(ticksLast) }));
  return { main: needFirst, more: more.sort((a, b) => Number(a.group !== undefined) - Number(b.group !== undefined)) };
}
