import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { lockValues } from '#core/operations/bulk-target.ts';
import { authorize, operations } from '#core/operations/index.ts';
import { writeRows } from '#core/operations/write-rows.ts';
import type { ImportPlan } from '../plan.ts';
import type { ConvertedRow, NamedReference } from './convert-rows.ts';
import { type Found, findRecords, type Search, valueKey } from './find-records.ts';
import { RowProblem, shortened } from './row-problem.ts';

/**
 * Sets the references that rows name by another field than the id, for a whole batch at once. Missing records are created when the
 * import asks for it, each once. Returns the problems of rows whose reference cannot be found.
 */
export async function resolveReferences(
  context: TransactionContext,
  plan: ImportPlan,
  rows: readonly ConvertedRow[],
): Promise<Map<ConvertedRow, RowProblem>> {
  const problems = new Map<ConvertedRow, RowProblem>();
  const locks = { left: maxLocks };
  for (const column of plan.columns) {
    if (!column.key) continue;
    const naming = rows.flatMap((row) => {
      const named = row.named.find((one) => one.column.at === column.at);
      return named && !problems.has(row) ? [{ row, named }] : [];
    });
    const [first] = naming;
    if (!first) continue;
    const values = naming.flatMap(({ named }) => named.values);
    const { found, refused } = await findOrCreate(context, plan, first.named.column, values, locks);
    for (const { row, named } of naming) {
      try {
        const ids = named.values.map((value) => theOnly(found, refused, named, value));
        row.record[column.field.key] = column.field.type.array ? [...new Set(ids)] : (ids[0] as string);
      } catch (problem) {
        if (!(problem instanceof RowProblem)) throw problem;
        problems.set(row, problem);
      }
    }
  }
  return problems;
}

const referenceSearch = ({ grant, field }: NamedReference['column']['key']): Search => ({
  grant,
  field,
  as: 'reference',
});

/**
 * The locks of single values that a batch takes for records it creates. PostgreSQL has room for some thousand locks of all
 * tenants, and 250 rows may name 500 records in each of many columns.
 */
const maxLocks = 300;
/** Locked by all imports that create records by a field, so that two of them do not create the same one. No record has this value. */
const everyValue = '\u0000';

interface Resolved {
  readonly found: Found;
  /** Why a missing record could not be created. */
  readonly refused: ReadonlyMap<string, string>;
}

async function findOrCreate(
  context: TransactionContext,
  { options }: ImportPlan,
  { key: { grant, field } }: NamedReference['column'],
  values: readonly JsonValue[],
  locks: { left: number },
): Promise<Resolved> {
  const search = referenceSearch({ grant, field });
  const found = await findRecords(context, search, values);
  const absent = new Map(
    values.flatMap((value) => (found.has(valueKey(search, value)) ? [] : [[valueKey(search, value), value]])),
  );
  if (!options.createMissing || absent.size === 0) return { found, refused: new Map() };
  // Another import or upsert may be creating the same record.
  const locked = [...absent.keys()].slice(0, locks.left);
  locks.left -= locked.length;
  await lockValues(context, grant.model, field.key, [everyValue, ...locked]);
  const late = await findRecords(context, search, [...absent.values()]);
  const missing = [...absent].filter(([key]) => !late.has(key));
  const created = await writeRows(
    context,
    authorize(context, operations.create, grant.model),
    missing.map(([, value]) => ({ record: { [field.key]: value } })),
    { isImport: false },
  );
  const all = new Map([...found, ...late]);
  const refused = new Map<string, string>();
  for (const [n, result] of created.entries()) {
    const key = missing[n]?.[0] ?? '';
    if (result.outcome === 'refused') refused.set(key, result.error.message);
    else all.set(key, [result.id]);
  }
  return { found: all, refused };
}

function theOnly(found: Found, refused: Resolved['refused'], { column }: NamedReference, value: JsonValue): string {
  const search = referenceSearch(column.key);
  const ids = found.get(valueKey(search, value)) ?? [];
  const [id] = ids;
  if (id !== undefined && ids.length === 1) return id;
  const { model } = column.key.grant;
  const shown = `Column ${shortened(column.name)}: ${shortened(String(value))}`;
  if (ids.length > 1) {
    const many = ids.length > 2 ? 'more than two' : 'two';
    throw new RowProblem(
      'ambiguous',
      `${shown} is the ${column.key.field.key} of ${many} ${model.labelPlural.toLowerCase()}.`,
      column.name,
    );
  }
  const why = refused.get(valueKey(search, value));
  throw new RowProblem(
    'reference_not_found',
    why === undefined
      ? `${shown} is the ${column.key.field.key} of no ${model.label.toLowerCase()}.`
      : `${shown} could not be created: ${why}`,
    column.name,
  );
}
