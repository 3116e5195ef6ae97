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
  | 'secret'
  | 'autonumber';

/** The type with which a field is declared. The console shows formulas and rollups by the type of their values. */
export type DeclaredType = FieldType | 'formula' | 'rollup';

/** The types of the values of formulas and rollups. */
type ResultType = 'number' | 'text' | 'boolean' | 'date' | 'datetime';

export type StampValue = string | number | boolean | null;

export const rollupFunctions = ['count', 'sum', 'avg', 'min', 'max'] as const;

export type RollupFunction = (typeof rollupFunctions)[number];

/** The way in which the platform fills in a field. */
export type Behaviour =
  | { readonly kind: 'autonumber'; readonly pattern: string }
  | {
      readonly kind: 'stamp';
      readonly when: Readonly<Record<string, readonly StampValue[]>>;
      readonly set: 'now' | 'today' | 'me';
    }
  | { readonly kind: 'follow'; readonly follow: string }
  | { readonly kind: 'status'; readonly part: string }
  | { readonly kind: 'formula'; readonly formula: string; readonly resultType: ResultType }
  | {
      readonly kind: 'rollup';
      readonly resultType: ResultType;
      readonly model: string;
      readonly by: string;
      readonly function: RollupFunction;
      readonly field?: string;
      readonly filter?: Readonly<Record<string, unknown>>;
    };

export interface Option {
  readonly value: string;
  readonly label: string;
  readonly color?: string | null;
  /** The category, if the option is a status: whether the record is open, and how it ended. */
  readonly category?: string;
  /** The ids of the pipelines that have it, if the option is a stage. */
  readonly lists?: readonly string[];
}

/** The place of the currency of an amount: a field of the record, or of its parent. */
export interface CurrencyFrom {
  readonly field: string;
  /** The reference to the record that has the currency: a line of a quote uses that of the quote. */
  readonly parent?: { readonly field: string; readonly moduleKey: string; readonly slug: string };
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
  /** True when the choice accepts only its options. */
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
  /** True for amounts of money. */
  readonly money?: boolean;
  /** Where the currency of an amount is; undefined when it is that of the company. The registry of the console sets it. */
  readonly currencyFrom?: CurrencyFrom;
  readonly behaviour?: Behaviour;
  readonly createOnly?: boolean;
  readonly defaultFrom?: string;
  readonly example?: unknown;
  readonly filterable: boolean;
  readonly sortable: boolean;
  readonly searchable: boolean;
  /** The values of the formula are copied to an index. */
  readonly index?: boolean;
  readonly indexState?: 'building' | 'ready';
  readonly custom?: boolean;
  readonly [limit: string]: unknown;
}

/** A condition that every write of a record must meet. */
export interface Rule {
  readonly _id: string;
  readonly name: string;
  /** The records to which the rule applies; all of them when it is absent. */
  readonly when?: Readonly<Record<string, unknown>>;
  readonly require?: readonly string[];
  readonly forbid?: true;
  readonly message: string;
}

export interface Model {
  readonly moduleKey: string;
  readonly slug: string;
  readonly modelKey: string;
  readonly label: string;
  readonly labelPlural: string;
  /** Example: `/api/sales/contacts`. */
  readonly path: string;
  readonly titleField: string;
  readonly parent: { readonly moduleKey: string; readonly slug: string; readonly field: string } | null;
  readonly scopes: { readonly read: string; readonly write: string };
  readonly requiresOneOf?: readonly string[];
  readonly custom: boolean;
  readonly readOnly?: boolean;
  /** True when published forms may write records of the model. */
  readonly openToForms?: boolean;
  /**
   * Set for models whose records are personal: the reference to the user, and the fields that share a record with
   * others.
   */
  readonly personal?: { readonly user: string; readonly sharing: readonly string[] };
  readonly rules?: readonly Rule[];
  readonly fields: readonly Field[];
}

/** True for formulas and rollups, whose values are computed from other values each time they are read. */
export const isDerived = ({ behaviour }: Field): boolean =>
  behaviour?.kind === 'formula' || behaviour?.kind === 'rollup';

/** The type with which the field is declared. */
export const declaredType = ({ type, behaviour }: Field): DeclaredType =>
  behaviour?.kind === 'formula' || behaviour?.kind === 'rollup' ? behaviour.kind : type;

/** Example: `sales.contacts`. */
export const modelName = ({ moduleKey, slug }: { moduleKey: string; slug: string }): string => `${moduleKey}.${slug}`;

/** The path of a model's list in the console. */
export const modelPath = ({ moduleKey, slug }: { moduleKey: string; slug: string }): string =>
  `/m/${moduleKey}/${slug}`;

/** Models whose records have a page made for their purpose, instead of one that lists the fields. */
const ownPages: Readonly<Record<string, string>> = {
  'forms.forms': '/marketing/forms',
  'marketing.campaigns': '/marketing/campaigns',
  'marketing.socialPosts': '/marketing/social/posts',
  'marketing.webPages': '/marketing/websites/pages',
  'marketing.websites': '/marketing/websites',
  'ui.dashboards': '/dashboards',
  'ui.savedViews': '/views',
  'ui.screens': '/s',
};

/** The path of the page with all fields of a record. */
export const fieldsPath = (model: { moduleKey: string; slug: string }, id: string): string =>
  `${modelPath(model)}/${id}`;

/** The path of a record's page: its own one, or the one with all fields. Every link to a record uses it. */
export const recordPath = (model: { moduleKey: string; slug: string }, id: string): string => {
  const own = ownPages[modelName(model)];
  return own === undefined ? fieldsPath(model, id) : `${own}/${id}`;
};
