import { Type } from 'typebox';
import { resultTypes, rollupFunctions, stampValues } from '#core/fields/behaviour.ts';
import { fieldTypes } from '#core/fields/index.ts';
import { ruleView } from './rule-view.ts';
import { maxOptions } from './schema-limits.ts';

const key = (description: string) => Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,44}$', description });

const label = Type.String({ minLength: 1, maxLength: 100 });

const order = Type.Integer({
  minimum: 0,
  maximum: 1_000_000,
  description:
    'Its place among the custom fields of the model, by which forms and lists show them; those without one come last.',
});

const stamp = Type.Object(
  {
    when: Type.Record(
      Type.String(),
      Type.Array(Type.Union([Type.String(), Type.Number(), Type.Boolean(), Type.Null()])),
      {
        description: 'The condition: each of these fields has one of the values.',
      },
    ),
    set: Type.Enum([...stampValues], { description: 'The time of the write, its day, or the user who writes.' }),
  },
  {
    additionalProperties: false,
    description:
      'The field is set when the condition becomes true, and cleared when it no longer is. A value in the same write stays.',
  },
);

const follow = Type.String({
  maxLength: 100,
  description:
    'A reference of the record and a field of the other one, such as accountId.ownerId: copied when the reference is set and no value is given.',
});

export const formulaText = Type.String({
  minLength: 1,
  maxLength: 4000,
  description:
    'Of a formula: computed from fields of the record and of the records to which it refers, such as if(stage = "won", value * 0.1, 0) or accountId.annualRevenue / 12.',
});

const rollup = Type.Object(
  {
    model: Type.String({ maxLength: 100, description: 'The model of the other records, such as sales.opportunities.' }),
    by: Type.String({ maxLength: 100, description: 'Their reference to the record, such as accountId.' }),
    function: Type.Enum([...rollupFunctions]),
    field: Type.Optional(Type.String({ maxLength: 100, description: 'Their field; count has none.' })),
    filter: Type.Optional(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The records that count, by their own fields, in the grammar of filters.',
      }),
    ),
  },
  {
    additionalProperties: false,
    description: 'Of a rollup: computed of the records of another model that refer to the record.',
  },
);

const resultType = Type.Enum([...resultTypes], {
  description: 'The type of the value of a formula or a rollup. When left out, it is that of the result.',
});

/** The properties of a new field. */
const fieldProperties = {
  key: key('camelCase, up to 45 letters and digits.'),
  type: Type.Enum(Object.keys(fieldTypes)),
  label: Type.Optional(label),
  required: Type.Optional(Type.Boolean()),
  unique: Type.Optional(Type.Boolean()),
  default: Type.Optional(Type.Unknown()),
  options: Type.Optional(
    Type.Array(
      Type.Union([
        Type.String({ minLength: 1, maxLength: maxOptions.valueLength }),
        Type.Object(
          {
            value: Type.String({ minLength: 1, maxLength: maxOptions.valueLength }),
            label: Type.String({ minLength: 1, maxLength: maxOptions.labelLength }),
          },
          { additionalProperties: false },
        ),
      ]),
      { maxItems: maxOptions.count },
    ),
  ),
  strict: Type.Optional(Type.Boolean({ description: 'Whether the options are the only values.' })),
  reference: Type.Optional(
    Type.Object({ moduleKey: Type.String(), slug: Type.String() }, { additionalProperties: false }),
  ),
  maxLength: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  min: Type.Optional(Type.Number()),
  max: Type.Optional(Type.Number()),
  searchable: Type.Optional(
    Type.Boolean({
      description: 'Whether q finds its words: by default true in a custom model, false in a built-in one.',
    }),
  ),
  stamp: Type.Optional(stamp),
  follow: Type.Optional(follow),
  pattern: Type.Optional(
    Type.String({
      maxLength: 50,
      description: 'Of an autonumber: {0000} is the counter; {yyyy}, {yy}, {mm} and {dd} are of the day it is given.',
    }),
  ),
  formula: Type.Optional(formulaText),
  rollup: Type.Optional(rollup),
  resultType: Type.Optional(resultType),
  index: Type.Optional(
    Type.Boolean({
      description:
        'Of a formula over fields of the record itself: its values are copied to an index, so that filters by it do not read every record. At most 5 of a model.',
    }),
  ),
  group: Type.Optional(
    Type.String({
      maxLength: 100,
      pattern: '\\S',
      description: 'Fields of one group belong together in a form. It may be a group of the product.',
    }),
  ),
  order: Type.Optional(order),
};

export const newField = Type.Object(fieldProperties, { additionalProperties: false });

const {
  label: newLabel,
  required,
  default: fallback,
  options,
  strict,
  maxLength,
  min,
  max,
  searchable,
} = fieldProperties;

/** Parts of a field that cannot change, because stored values depend on them. A change may repeat them unchanged. */
export const fixedParts = {
  type: Type.Optional(Type.Enum(Object.keys(fieldTypes), { description: 'Cannot change.' })),
  unique: Type.Optional(Type.Boolean({ description: 'Cannot change.' })),
  reference: fieldProperties.reference,
};

/** The properties that a change of a field may have. */
export const fieldChange = {
  ...fixedParts,
  label: newLabel,
  required,
  default: fallback,
  options,
  strict,
  maxLength,
  min,
  max,
  searchable,
  stamp: Type.Optional(Type.Union([stamp, Type.Null()], { description: 'null: none.' })),
  follow: Type.Optional(Type.Union([follow, Type.Null()], { description: 'null: none.' })),
  pattern: fieldProperties.pattern,
  formula: fieldProperties.formula,
  rollup: fieldProperties.rollup,
  resultType: fieldProperties.resultType,
  index: fieldProperties.index,
  group: Type.Optional(Type.Union([fieldProperties.group, Type.Null()], { description: 'null: none.' })),
  order: Type.Optional(Type.Union([order, Type.Null()], { description: 'null: after those that have one.' })),
};

export interface ModelPath {
  readonly moduleKey: string;
  readonly slug: string;
}

export const modelPath = { moduleKey: Type.String(), slug: Type.String() };
export const fieldPath = { ...modelPath, key: Type.String() };

/** The flag `async` of deletes and restores of models. */
export const asyncFlag =
  'true: a background job does it, in batches, and the answer is 202. Needed for more than 5,000 records.';

export const modelsRoute = '/api/data/models';
export const modelRoute = `${modelsRoute}/:moduleKey/:slug`;
export const fieldsRoute = `${modelRoute}/fields`;
export const fieldRoute = `${fieldsRoute}/:key`;
export const formulasRoute = `${modelRoute}/formulas`;

export const newModel = Type.Object(
  {
    moduleKey: Type.String(),
    slug: key('camelCase plural, up to 45 letters and digits.'),
    modelKey: Type.Optional(key('The singular of the slug, when the rule gets it wrong.')),
    label: Type.Optional(label),
    labelPlural: Type.Optional(label),
    titleField: Type.Optional(Type.String()),
    fields: Type.Optional(Type.Array(newField, { maxItems: 200 })),
  },
  { additionalProperties: false },
);

export const modelChange = {
  label: Type.Optional(label),
  labelPlural: Type.Optional(label),
  titleField: Type.Optional(Type.String()),
};

const modelReference = Type.Object(modelPath);
const trueOrAbsent = Type.Optional(Type.Literal(true));
const minOrMax = (description: string) =>
  Type.Optional(Type.Unsafe<number | string>({ type: ['number', 'string'], description }));
const count = (description: string) => Type.Optional(Type.Integer({ description }));

const limits = {
  min: minOrMax('The least value: a number, or a date or time as text.'),
  max: minOrMax('The greatest value.'),
  minLength: count('Characters, counted as code points.'),
  maxLength: count('Characters, counted as code points.'),
  maxBytes: count('Bytes in UTF-8.'),
  pattern: Type.Optional(Type.String({ description: 'A regular expression of JavaScript that must find a match.' })),
};

/** A field as the registry shows it. A value that satisfies all of this is accepted, unless `furtherRules` is true. */
export const fieldView = Type.Object({
  key: Type.String(),
  type: Type.Enum(Object.keys(fieldTypes)),
  label: Type.String(),
  help: Type.Optional(Type.String({ description: 'What to enter.' })),
  group: Type.Optional(Type.String({ description: 'Fields of one group belong together in a form.' })),
  order: count('Of a custom field: its place among the others.'),
  required: Type.Boolean(),
  unique: Type.Boolean(),
  readOnly: Type.Boolean(),
  createOnly: Type.Optional(
    Type.Literal(true, { description: 'Set when the record is created, and not changed later.' }),
  ),
  computed: Type.Optional(Type.Literal(true, { description: 'The database computes it from other fields.' })),
  money: Type.Optional(Type.Literal(true, { description: 'An amount in the currency of the record.' })),
  behaviour: Type.Optional(
    Type.Object(
      { kind: Type.Enum(['stamp', 'follow', 'autonumber', 'formula', 'rollup', 'status']) },
      {
        additionalProperties: true,
        description: 'What the platform does with the field by itself, as it was declared.',
      },
    ),
  ),
  default: Type.Unknown(),
  defaultFrom: Type.Optional(
    Type.Enum(['caller', 'now'], { description: 'The default is the calling user, or the time of the request.' }),
  ),
  options: Type.Optional(
    Type.Array(
      Type.Object({
        value: Type.String(),
        label: Type.String(),
        color: Type.Optional(Type.Union([Type.String(), Type.Null()])),
        category: Type.Optional(Type.String({ description: 'The category of a status, such as `open` or `won`.' })),
        lists: Type.Optional(
          Type.Array(Type.String(), { description: 'The ids of the pipelines that have this stage.' }),
        ),
      }),
    ),
  ),
  strict: Type.Optional(Type.Literal(true, { description: 'The options are the only values.' })),
  reference: Type.Optional(modelReference),
  ...limits,
  maxItems: count('Entries of a list.'),
  uniqueItems: Type.Optional(Type.Literal(true, { description: 'No entry twice.' })),
  items: Type.Optional(
    Type.Object({ type: Type.String(), ...limits }, { description: 'What each entry of a list must satisfy.' }),
  ),
  shape: Type.Optional(Type.Enum(['object', 'array'], { description: 'Of a json field; any JSON when absent.' })),
  maxDepth: count('Levels of a json field.'),
  multiline: Type.Optional(Type.Literal(true, { description: 'A text of several lines.' })),
  furtherRules: Type.Optional(
    Type.Literal(true, { description: 'Not every value that satisfies the rest is accepted: help says more.' }),
  ),
  example: Type.Optional(Type.Unknown({ description: 'A value that is accepted, where one is hard to guess.' })),
  filterable: Type.Boolean(),
  sortable: Type.Boolean(),
  searchable: Type.Boolean(),
  index: Type.Optional(Type.Literal(true, { description: 'The values of the formula are copied to an index.' })),
  indexState: Type.Optional(
    Type.Enum(['building', 'ready'], {
      description:
        'Whether filters use the index of the formula. Until it is ready they read every record, with the same result.',
    }),
  ),
  custom: trueOrAbsent,
});

/** A model as the registry shows it. */
export const modelView = Type.Object({
  moduleKey: Type.String(),
  slug: Type.String(),
  modelKey: Type.String(),
  label: Type.String(),
  labelPlural: Type.String(),
  path: Type.String(),
  titleField: Type.String(),
  parent: Type.Union([Type.Object({ ...modelPath, field: Type.Optional(Type.String()) }), Type.Null()]),
  scopes: Type.Object({ read: Type.String(), write: Type.String() }),
  requiresOneOf: Type.Optional(
    Type.Array(Type.String(), { description: 'Keys of fields of which a record has at least one.' }),
  ),
  custom: Type.Boolean(),
  readOnly: Type.Optional(Type.Literal(true, { description: 'Only the platform itself writes the records.' })),
  openToForms: Type.Optional(Type.Literal(true, { description: 'Published forms may write the records.' })),
  uniqueTogether: Type.Optional(
    Type.Array(Type.Array(Type.String()), { description: 'Fields whose values together are unique.' }),
  ),
  rules: Type.Optional(Type.Array(ruleView, { description: 'Conditions that every write must meet.' })),
  fields: Type.Array(fieldView),
});
