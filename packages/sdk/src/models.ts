import type { BuiltInName } from './built-in.ts';

/** The fields that every record carries. The platform writes them. */
export interface SystemFields {
  readonly _id: string;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly createdBy: string | null;
  readonly updatedBy: string | null;
  readonly version: number;
}

/** One model: how its records are read, and what a new one takes. `atrium types` writes these for a tenant. */
export interface ModelTypes {
  readonly record: object;
  readonly input: object;
}

/** Module → slug → model. */
export type ModelMap = { readonly [module: string]: { readonly [slug: string]: ModelTypes } };

/** A record of a model without generated types. */
export type AnyRecord = SystemFields & { readonly [field: string]: unknown };
export interface AnyModel {
  readonly record: AnyRecord;
  readonly input: Readonly<Record<string, unknown>>;
}

type ModuleOf<Name> = Name extends `${infer Module}.${string}` ? Module : never;
type SlugOf<Name, Module extends string> = Name extends `${Module}.${infer Slug}` ? Slug : never;

/** The models of every tenant, without types of their fields. */
export type AnyModels = {
  readonly [Module in ModuleOf<BuiltInName>]: { readonly [Slug in SlugOf<BuiltInName, Module>]: AnyModel };
};

type Defined<T> = Exclude<T, null | undefined>;
type Element<T> = Defined<T> extends readonly (infer Item)[] ? Item : Defined<T>;
type Scalar<T> = Element<T> extends string ? Element<T> | Date : Element<T>;

/** The operators of a field. Text operators ignore case; `between` takes two values, or a period such as `thisMonth`. */
export interface Operators<T> {
  readonly eq?: T;
  readonly ne?: T;
  readonly gt?: T;
  readonly gte?: T;
  readonly lt?: T;
  readonly lte?: T;
  readonly in?: readonly T[];
  readonly nin?: readonly T[];
  readonly contains?: string;
  readonly startsWith?: string;
  readonly endsWith?: string;
  readonly between?: readonly [T, T] | string;
  readonly null?: boolean;
}

type Condition<T> = Scalar<T> | Operators<Scalar<T>> | (null extends T ? null : never);

/** Conditions that must all be met; `or`, `and` and `not` group others. `'accountId.name'` reaches one reference deep. */
export type Filter<Rec> = { readonly [Key in keyof Rec]?: Condition<Rec[Key]> } & {
  readonly or?: readonly Filter<Rec>[];
  readonly and?: readonly Filter<Rec>[];
  readonly not?: Filter<Rec>;
} & { readonly [path: `${string}.${string}`]: unknown };

export type Keys<Rec> = string extends keyof Rec ? string : Extract<keyof Rec, string>;
type Sort<Rec> = Keys<Rec> | `-${Keys<Rec>}`;

export interface Query<Rec, Field extends Keys<Rec> = Keys<Rec>> {
  readonly filter?: Filter<Rec> | undefined;
  /** The beginnings of words. */
  readonly q?: string | undefined;
  readonly sort?: Sort<Rec> | readonly Sort<Rec>[] | undefined;
  /** The fields of the answer; `_id` is always there. */
  readonly fields?: readonly Field[] | undefined;
  /** References whose records the answer has under `included`. */
  readonly include?: readonly Keys<Rec>[] | undefined;
  readonly limit?: number | undefined;
  readonly page?: number | undefined;
  /** `nextCursor` of the page before. */
  readonly cursor?: string | undefined;
  readonly count?: 'auto' | 'exact' | 'none' | undefined;
  /** The time zone of days, such as `Europe/Paris`. */
  readonly tz?: string | undefined;
}

export interface PageMeta {
  readonly page: number;
  readonly limit: number;
  readonly hasMore: boolean;
  /** Null on the last page. */
  readonly nextCursor: string | null;
  /** Absent with `count: 'none'`. */
  readonly total?: number;
  readonly totalExact?: boolean;
  readonly totalPages?: number;
}

export interface Page<Rec> {
  readonly data: readonly Rec[];
  readonly meta: PageMeta;
  readonly included?: Readonly<Record<string, AnyRecord>>;
}

/** A record with the chosen fields only. */
export type Chosen<Rec, Field> = string extends keyof Rec ? Rec : Pick<Rec, Extract<keyof Rec, Field | '_id'>>;

export interface AggregateQuery<Rec> {
  readonly filter?: Filter<Rec> | undefined;
  readonly q?: string | undefined;
  /** Fields, dates with a unit (`closeDate:month`), or fields of a reference (`accountId.industryId`). */
  readonly groupBy?: Keys<Rec> | `${Keys<Rec>}:${string}` | `${string}.${string}` | readonly string[] | undefined;
  readonly count?: boolean | undefined;
  readonly sum?: Keys<Rec> | readonly Keys<Rec>[] | undefined;
  readonly avg?: Keys<Rec> | readonly Keys<Rec>[] | undefined;
  readonly min?: Keys<Rec> | readonly Keys<Rec>[] | undefined;
  readonly max?: Keys<Rec> | readonly Keys<Rec>[] | undefined;
  /** Converts amounts of money to this currency. */
  readonly currency?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly tz?: string | undefined;
}

export interface AggregateRow {
  readonly count?: number;
  readonly sum?: Readonly<Record<string, number | null>>;
  readonly avg?: Readonly<Record<string, number | null>>;
  readonly min?: Readonly<Record<string, unknown>>;
  readonly max?: Readonly<Record<string, unknown>>;
  /** The values of the group, by the names of `groupBy`. */
  readonly [group: string]: unknown;
}

export type BulkOperation<Model extends ModelTypes> =
  | { readonly op: 'create'; readonly record: Model['input'] }
  | ({ readonly op: 'update'; readonly record: Partial<Model['input']> } & Target<Model>)
  | { readonly op: 'upsert'; readonly by: Keys<Model['record']>; readonly record: Model['input'] }
  | ({ readonly op: 'delete' } & Target<Model>);

type Target<Model extends ModelTypes> =
  | { readonly _id: string }
  | { readonly by: Keys<Model['record']>; readonly record: Partial<Model['input']> };

export interface BulkResult<Rec> {
  readonly status: number;
  readonly record?: Rec;
  readonly _id?: string;
  readonly version?: number;
  readonly error?: { readonly code: string; readonly message: string; readonly details?: readonly unknown[] };
}
