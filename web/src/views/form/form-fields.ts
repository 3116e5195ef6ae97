import type { Field, Model } from '~/metadata/model.ts';

interface FormSection {
  /** The group of the fields; undefined for fields without a group. */
  readonly group: string | undefined;
  readonly fields: readonly Field[];
}

export interface FormLayout {
  /** The fields shown at once: required ones, filled ones, and the first of the others. */
  readonly main: readonly Field[];
  /** The fields behind "More fields". */
  readonly more: readonly FormSection[];
}

const mainCount = 8;
/** Types that are large and rarely filled first. */
const lateTypes: ReadonlySet<string> = new Set(['longText', 'json', 'secret', 'boolean', 'list', 'references']);

/** The parts of a workflow that its page edits with forms of their own, instead of as JSON. */
const flowFields: ReadonlySet<string> = new Set([
  'triggerConfig',
  'conditions',
  'steps',
  'goal',
  'sendWindow',
  'exitConditions',
]);

/** True when the field is edited by an editor of its own on the page of the record, and is shown nowhere else. */
export const hasOwnEditor = ({ moduleKey, slug }: Model, { key }: Field): boolean =>
  moduleKey === 'marketing' && slug === 'workflows' && flowFields.has(key);

/** The fields that a person can write. Some are writable only in a new record. */
export const writableFields = (model: Model, creating: boolean): Field[] =>
  model.fields.filter(
    (field) => !field.readOnly && !field.computed && (creating || !field.createOnly) && !hasOwnEditor(model, field),
  );

/** True for the definition of a segment. It has a builder, which is always shown, instead of the input for JSON. */
export const isDefinition = ({ moduleKey, slug }: Model, { key }: Field): boolean =>
  moduleKey === 'marketing' && slug === 'segments' && key === 'definition';

const statusPart = ({ behaviour }: Field) => (behaviour?.kind === 'status' ? behaviour.part : undefined);

/** True when the tenant has several lists of a status, such as pipelines. A choice between them matters only then. */
const hasSeveralLists = ({ fields }: Model): boolean =>
  new Set(
    fields.flatMap((field) =>
      statusPart(field) === 'key' ? (field.options ?? []).flatMap((one) => one.lists ?? []) : [],
    ),
  ).size > 1;

/** Divides the fields of a form. `filled` has the keys of fields with a value. */
export function layoutOf(model: Model, creating: boolean, filled: ReadonlySet<string>): FormLayout {
  // The reference to a status is not shown, because the text beside it says the same.
  const fields = writableFields(model, creating).filter((field) => statusPart(field) !== 'row');
  const late = (field: Field) =>
    (lateTypes.has(field.type) && !isDefinition(model, field)) ||
    (statusPart(field) === 'list' && !hasSeveralLists(model));
  const oneOf = new Set(model.requiresOneOf);
  const needed = fields.filter(({ key, required }) => required || oneOf.has(key) || key === model.titleField);
  const main = new Set([...needed, ...fields.filter(({ key }) => filled.has(key))]);
  for (const field of fields) {
    if (main.size >= mainCount) break;
    if (field.group === undefined && !late(field)) main.add(field);
  }
  // If few fields would remain, the form shows all of them.
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
  // Checkboxes are side by side, below the other inputs.
  const ticksLast = (a: Field, b: Field) => Number(a.type === 'boolean') - Number(b.type === 'boolean');
  const more = [...sections].map(([group, of]) => ({ group, fields: of.sort(ticksLast) }));
  return { main: needFirst, more: more.sort((a, b) => Number(a.group !== undefined) - Number(b.group !== undefined)) };
}
