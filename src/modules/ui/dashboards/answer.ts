import { Type } from 'typebox';

const open = { additionalProperties: true };
const nullable = (description: string) =>
  Type.Unsafe<number | string | null>({ type: ['number', 'string', 'null'], description });

const filter = Type.Optional(
  Type.Object({}, { ...open, description: 'The filter that lists the records behind the number.' }),
);

const point = Type.Object({
  key: Type.Unsafe<string | number | boolean | null>({ type: ['string', 'number', 'boolean', 'null'] }),
  label: Type.String({ description: 'The label of the option, the title of the record, or the first day.' }),
  value: Type.Unsafe<number | string | null>({ type: ['number', 'string', 'null'] }),
  filter,
});

export const widgetAnswer = Type.Object({
  type: Type.String(),
  title: Type.String(),
  moduleKey: Type.Optional(Type.String()),
  slug: Type.Optional(Type.String()),
  period: Type.Optional(Type.String()),
  metric: Type.Optional(Type.String()),
  value: nullable('The metric over all records of the period; for lists their number. Null when there is none.'),
  previous: nullable(
    'The metric over the period before, see comparedWith; null for all time and for charts and lists.',
  ),
  comparedWith: Type.Optional(
    Type.Unsafe<'samePart' | 'wholePeriod'>({
      type: 'string',
      enum: ['samePart', 'wholePeriod'],
      description:
        'What previous is taken over. samePart: the period before up to the distance from its start that the current one has reached. ' +
        'wholePeriod: all of it, because the current period is over, or its number contains dates that are still to come.',
    }),
  ),
  change: Type.Unsafe<number | null>({
    type: ['number', 'null'],
    description: 'The change against the period before as a fraction: 0.25 is a quarter more. Null when there is none.',
  }),
  series: Type.Array(point, { description: 'The groups of a chart.' }),
  filter,
  content: Type.Optional(Type.String({ description: 'The text of a widget of the type text.' })),
  columns: Type.Optional(
    Type.Array(Type.Object({ key: Type.String(), label: Type.String(), type: Type.String() }), {
      description: 'Of a list or table.',
    }),
  ),
  rows: Type.Optional(Type.Array(Type.Object({}, open))),
  titles: Type.Optional(
    Type.Record(Type.String(), Type.String(), { description: 'The titles of referenced records, by id.' }),
  ),
  error: Type.Optional(
    Type.Object(
      { code: Type.String(), message: Type.String() },
      { description: 'Why this widget has no data; the others have theirs.' },
    ),
  ),
});

export interface Point {
  readonly key: string | number | boolean | null;
  readonly label: string;
  readonly value: number | string | null;
  readonly filter?: Filter;
}

export type Filter = Readonly<Record<string, unknown>>;

export interface WidgetAnswer {
  readonly type: string;
  readonly title: string;
  readonly moduleKey?: string;
  readonly slug?: string;
  readonly period?: string;
  readonly metric?: string;
  readonly value: number | string | null;
  readonly previous: number | string | null;
  readonly comparedWith?: 'samePart' | 'wholePeriod';
  readonly change: number | null;
  readonly series: Point[];
  readonly filter?: Filter;
  readonly content?: string;
  readonly columns?: { key: string; label: string; type: string }[];
  readonly rows?: Record<string, unknown>[];
  readonly titles?: Record<string, string>;
  readonly error?: { code: string; message: string };
}
