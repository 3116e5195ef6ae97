/** The metadata of models and fields, as `GET /api/data/models` shows them. */

export type FieldType =
  | 'text'
  | 'longText'
  | 'email'
  | 'phone'
  | 'url'
  | 'number'
  | 'integer'
  | 'boolean'
  | 'date'
  | 'datetime'
  | 'choice'
  | 'reference'
  | 'references'
  | 'list'
  | 'json'
  | 'secret';

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly color?: string;
}

export interface Field {
  readonly key: string;
  readonly type: FieldType;
  readonly label: string;
  readonly required: boolean;
  readonly unique: boolean;
  readonly readOnly: boolean;
  readonly default: unknown;
  readonly options?: readonly Option[];
  /** A choice that accepts only its options. */
  readonly strict?: boolean;
  readonly reference?: { readonly moduleKey: string; readonly slug: string };
  readonly maxLength?: number;
  readonly minLength?: number;
  readonly min?: number;
  readonly max?: number;
  readonly help?: string;
  readonly group?: string;
  readonly multiline?: boolean;
  readonly computed?: boolean;
  readonly createOnly?: boolean;
  readonly defaultFrom?: string;
  readonly example?: unknown;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly searchable: boolean;
  readonly custom?: boolean;
  readonly [limit: string]: unknown;
}

export interface Model {
  readonly moduleKey: string;
  readonly slug: string;
  readonly modelKey: string;
  readonly label: string;
  readonly labelPlural: string;
  /** `/api/sales/contacts` */
  readonly path: string;
  readonly titleField: string;
  readonly parent: { readonly moduleKey: string; readonly slug: string; readonly field: string } | null;
  readonly scopes: { readonly read: string; readonly write: string };
  readonly requiresOneOf?: readonly string[];
  readonly custom: boolean;
  readonly readOnly?: boolean;
  readonly fields: readonly Field[];
}

/** `sales.contacts` */
export const modelName = ({ moduleKey, slug }: { moduleKey: string; slug: string }): string => `${moduleKey}.${slug}`;

/** The path of a model's list in the console. */
export const modelPath = ({ moduleKey, slug }: { moduleKey: string; slug: string }): string =>
  `/m/${moduleKey}/${slug}`;

/** The path of a record's page in the console. */
export const recordPath = (model: { moduleKey: string; slug: string }, id: string): string =>
  `${modelPath(model)}/${id}`;
