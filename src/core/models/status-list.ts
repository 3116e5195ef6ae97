import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';
import { parseJson } from '#lib/json.ts';
import type { Field, JsonValue } from '../fields/field.ts';
import type { Model } from './model.ts';

/** A status of a tenant, with all fields of its model. */
export interface Status {
  readonly id: string;
  readonly key: string;
  readonly name: string;
  readonly category: string;
  readonly isDefault: boolean;
  /** The id of the record to which its list belongs. */
  readonly listId: string | null;
  readonly values: Readonly<Record<string, JsonValue>>;
}

/** The statuses of one model, in order. */
export class StatusList {
  readonly rows: readonly Status[];
  readonly #byId: ReadonlyMap<string, Status>;
  /** The list that records without one belong to. */
  readonly defaultListId: string | null;

  constructor(rows: readonly Status[], defaultListId: string | null) {
    this.rows = rows;
    this.#byId = new Map(rows.map((row) => [row.id, row]));
    this.defaultListId = defaultListId;
  }

  byId(id: JsonValue | undefined): Status | undefined {
    return typeof id === 'string' ? this.#byId.get(id) : undefined;
  }

  /** The status with this key: of this list if it is there, else undefined. */
  inList(key: JsonValue | undefined, listId: JsonValue): Status | undefined {
    return this.rows.find((row) => row.key === key && row.listId === listId);
  }

  hasList(listId: JsonValue): boolean {
    return this.rows.some((row) => row.listId === listId);
  }

  /** The status with this key in any list. */
  anywhere(key: JsonValue | undefined): Status | undefined {
    return this.rows.find((row) => row.key === key);
  }

  default(listId: JsonValue): Status | undefined {
    return this.rows.find((row) => row.isDefault && row.listId === listId);
  }
}

/** The lists of statuses of a tenant, by the name of their model. */
export interface StatusLists {
  of(name: string): StatusList;
  /** The heap that they take, roughly; 0 when there are no statuses, as in a tenant that is being created. */
  readonly bytes: number;
}

const none = new StatusList([], null);

/** Reads all statuses of a tenant, in one statement. */
export async function readStatusLists(db: Queryable, models: readonly Model[], tenantId: string): Promise<StatusLists> {
  const listed = models.filter(({ statusList }) => statusList !== undefined);
  const [row] = await db.query<{ lists: string | null }>(
    `select s.lists::text as lists from ${scoped(
      's',
      `select json_object_agg(l.name, l.rows) as lists from (${listed.map((model) => rowsSql(model, models)).join(' union all ')}) l`,
    )}`,
    [tenantId],
  );
  const lists = parseJson(row?.lists ?? '{}') as Record<string, StoredStatus[] | null>;
  const byName = new Map(Object.entries(lists).map(([name, stored]) => [name, listOf(stored ?? [])]));
  const isEmpty = [...byName.values()].every(({ rows }) => rows.length === 0);
  return {
    of: (name) => byName.get(name) ?? none,
    bytes: isEmpty ? 0 : (row?.lists?.length ?? 0) * heapPerCharacter,
  };
}

/** Measured: a status of 400 characters of JSON takes about 1,200 bytes of heap. */
const heapPerCharacter = 3;

type StoredStatus = Readonly<Record<string, JsonValue>>;

/** Each status is an object of its fields, with `$list`, the id of the record to which the list belongs, and `$first`. */
function rowsSql(model: Model, models: readonly Model[]): string {
  const fields = [...model.fields.values()].filter(({ column }) => column !== null);
  const within = withinField(model);
  const parent = within && models.find(({ name }) => name === within.declared.to);
  const pairs = fields.map((field) => `'${field.key}', ${field.json('t')}`);
  const joined =
    parent && within ? ` left join ${parent.table} p on p.tenant_id = $1::bigint and p.id = ${within.sql('t')}` : '';
  return `select '${model.name}' as name, json_agg(json_build_object(${pairs.join(', ')},
        '$list', ${within ? within.sql('t') : 'null'}, '$first', ${parent ? 'coalesce(p.is_default, false)' : 'true'})
      order by ${parent ? 'p.is_default desc nulls last, p.created_at, p.id, ' : ''}t.position, t.created_at, t.id) as rows
    from ${model.table} t${joined} where ${inTenant('t')}`;
}

export const withinField = (model: Model): Field | undefined =>
  model.statusList?.within === undefined ? undefined : model.fields.get(model.statusList.within);

function listOf(stored: readonly StoredStatus[]): StatusList {
  const rows = stored.map(({ $list, $first: _first, ...values }) => ({
    id: values._id as string,
    key: values.key as string,
    name: values.name as string,
    category: values.category as string,
    isDefault: values.isDefault === true,
    listId: $list as string | null,
    values,
  }));
  const first = stored.find(({ $first }) => $first === true);
  return new StatusList(rows, (first?.$list as string | undefined) ?? null);
}
