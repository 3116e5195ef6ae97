import { Type } from 'typebox';
import { fieldTypes } from '#core/fields/index.ts';
import { mostOptions } from './schema-bounds.ts';

const key = (description: string) => Type.String({ pattern: '^[a-z][A-Za-z0-9]{0,44}$', description });

const label = Type.String({ minLength: 1, maxLength: 100 });

/** What may be said of a field when it is made. */
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
        Type.String({ minLength: 1, maxLength: mostOptions.valueLength }),
        Type.Object(
          {
            value: Type.String({ minLength: 1, maxLength: mostOptions.valueLength }),
            label: Type.String({ minLength: 1, maxLength: mostOptions.labelLength }),
          },
          { additionalProperties: false },
        ),
      ]),
      { maxItems: mostOptions.count },
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

/** Parts of a field that stay: values depend on them. A change may repeat them as they are. */
export const fixedParts = {
  type: Type.Optional(Type.Enum(Object.keys(fieldTypes), { description: 'Cannot change.' })),
  unique: Type.Optional(Type.Boolean({ description: 'Cannot change.' })),
  reference: fieldProperties.reference,
};

/** What may be said of it later, beside what stays. */
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
};

export const modelPath = { moduleKey: Type.String(), slug: Type.String() };

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

/** A model as the registry shows it. */
export const modelView = Type.Object(
  {
    moduleKey: Type.String(),
    slug: Type.String(),
    modelKey: Type.String(),
    label: Type.String(),
    labelPlural: Type.String(),
    path: Type.String(),
    titleField: Type.String(),
    requiresOneOf: Type.Optional(
      Type.Array(Type.String(), { description: 'Keys of fields of which a record has at least one.' }),
    ),
    custom: Type.Boolean(),
    fields: Type.Array(
      Type.Object({ key: Type.String(), type: Type.String(), label: Type.String() }, { additionalProperties: true }),
    ),
  },
  { additionalProperties: true },
);
