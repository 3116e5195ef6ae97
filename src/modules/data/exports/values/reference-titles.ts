import { visibleField } from '#core/access/access.ts';
import { type Context, queryable } from '#core/context.ts';
import type { Field, JsonValue } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import type { RecordObject } from '#core/models/record.ts';
import { platformModels } from '#core/platform-names.ts';
import { scopedRows, tableAs, withinReach } from '#core/query/rows.ts';
import { Params, scoped } from '#db/params.ts';
import { SizedLruMap } from '#lib/lru.ts';

/** Titles that are kept from batch to batch, because many records refer to the same owner or account. */
const maxKeptBytes = 4_000_000;
const maxTitleLength = 300;
const maxIdsPerStatement = 1000;

/** The titles of referenced records, by id. */
export type Titles = ReadonlyMap<string, string>;

const idsIn = (value: JsonValue | undefined): readonly string[] =>
  typeof value === 'string' ? [value] : Array.isArray(value) ? (value as string[]) : [];

/**
 * Reads the titles of the records to which exported records refer, with the permissions of the caller. A record that the
 * caller may not read has none.
 */
export class ReferenceTitles {
  readonly #context: Context;
  readonly #fields: readonly Field[];
  readonly #kept = new SizedLruMap<string, string>(maxKeptBytes);

  /** `context` is in the transaction of the snapshot, so the titles are as old as the records. */
  constructor(context: Context, fields: readonly Field[]) {
    this.#context = context;
    this.#fields = fields;
  }

  async of(batch: readonly RecordObject[]): Promise<Titles> {
    const titles = new Map<string, string>();
    for (const [model, ids] of this.#missing(batch, titles)) {
      const all = [...ids];
      for (let from = 0; from < all.length; from += maxIdsPerStatement)
        for (const { id, title } of await this.#read(model, all.slice(from, from + maxIdsPerStatement))) {
          titles.set(id, title);
          this.#kept.set(id, title, 100 + 2 * title.length);
        }
    }
    return titles;
  }

  /** The ids whose titles are not kept. Adds those that are to `titles`. */
  #missing(batch: readonly RecordObject[], titles: Map<string, string>): Map<Model, Set<string>> {
    const missing = new Map<Model, Set<string>>();
    for (const field of this.#fields) {
      const model = this.#context.registry.target(field);
      const wanted = missing.get(model) ?? new Set();
      missing.set(model, wanted);
      for (const record of batch)
        for (const id of idsIn(record[field.key])) {
          const kept = this.#kept.get(id);
          if (kept === undefined) wanted.add(id);
          else titles.set(id, kept);
        }
    }
    return missing;
  }

  async #read(model: Model, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
    const grant = this.#context.caller.access.readGrant(model);
    const field = grant && visibleField(grant, model.titleField);
    if (!grant || !field || field.key === '_id') return [];
    // Users are known by their names, not by the address that is their title.
    const name = model.name === platformModels.users ? visibleField(grant, 'name') : undefined;
    const params = new Params(this.#context.caller.tenantId);
    const title = `(${field.sql('t')})::text`;
    const shown = name ? `coalesce(nullif((${name.sql('t')})::text, ''), ${title})` : title;
    return queryable(this.#context).query(
      `select r.* from ${scoped(
        'r',
        `select t.id, left(${shown}, ${maxTitleLength}) as title from ${tableAs(model, 't')}
         where ${scopedRows(model, 't')} and t.id = any(${params.add(ids, 'uuid[]')})${withinReach(grant, 't', params)}
           and ${shown} <> ''`,
      )}`,
      params.values,
    );
  }
}
