import { Params } from '#db/params.ts';
import type { TransactionContext } from '../context.ts';
import type { Field } from '../fields/field.ts';
import { addUse, endUses } from '../files/contents.ts';
import { contentPath, isFileModel } from '../files/file-hooks.ts';
import type { Model } from '../models/model.ts';
import { tableAs, tenantRows } from '../query/rows.ts';
import { deleteRows } from './remove-statements.ts';
import { lockRows, reinsertRecords } from './restore-statements.ts';
import type { RecordObject } from './validate.ts';

/** The maximum of rows that are moved at once, because their contents are read. */
const batchSize = 500;

/** Child models of two parents with the same fields, such as `leadNotes` and `contactNotes`. */
export interface ChildMove {
  readonly from: Model;
  readonly to: Model;
}

/**
 * Moves children to a record of another model, with their ids, dates and authors. Each is deleted from the one model and
 * created in the other, with an event for both. Children with values in custom fields that the other model lacks stay.
 * Returns the ids of the moved children. `only` limits the move to these children.
 */
export async function moveChildren(
  context: TransactionContext,
  move: ChildMove,
  [fromId, toId]: readonly [string, string],
  only?: readonly string[],
): Promise<string[]> {
  // References to a child name its model, so they cannot follow it.
  if (context.registry.inbound(move.from).length > 0) return [];
  const ids = await idsOfChildren(context, move.from, fromId, only);
  const moved: string[] = [];
  for (let start = 0; start < ids.length; start += batchSize)
    moved.push(...(await moveBatch(context, move, toId, ids.slice(start, start + batchSize))));
  return moved;
}

const parentOf = ({ parent, name }: Model): Field => {
  if (!parent) throw new Error(`${name} has no parent`);
  return parent;
};

async function idsOfChildren(
  { caller, tx }: TransactionContext,
  model: Model,
  parentId: string,
  only: readonly string[] | undefined,
): Promise<string[]> {
  const params = new Params(caller.tenantId);
  const among = only ? ` and t.id = any(${params.add(only, 'uuid[]')})` : '';
  const rows = await tx.query<{ id: string }>(
    `select t.id from ${tableAs(model, 't')} where ${tenantRows(model, 't')}
       and ${parentOf(model).sql('t')} = ${params.add(parentId, 'uuid')}${among} order by t.id`,
    params.values,
  );
  return rows.map(({ id }) => id);
}

async function moveBatch(
  context: TransactionContext,
  { from, to }: ChildMove,
  toId: string,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await lockRows(context, from, ids);
  const lost = customFieldsWithout(from, to);
  const records = [...rows.values()]
    .map((text) => JSON.parse(text) as RecordObject)
    .filter((record) => lost.every(({ key }) => record[key] === null || record[key] === undefined));
  if (records.length === 0) return [];
  const moved = records.map(({ _id }) => String(_id));
  await deleteRows(context, from, moved);
  const values = records.map((record) => ({
    ...record,
    [parentOf(to).key]: toId,
    ...(typeof record.url === 'string' && isFileModel(to) && { url: contentPath(to, String(record._id)) }),
  }));
  await reinsertRecords(context, to, values, 'created');
  if (isFileModel(to)) await moveUses(context, { from, to }, records);
  return moved;
}

/** Custom fields whose values would be lost: the other model has no field with the same key, type and target. */
const customFieldsWithout = (from: Model, to: Model): readonly Field[] =>
  from.added.filter(({ key, type, unique, declared }) => {
    const other = to.added.find((field) => field.key === key);
    return !other || other.type.name !== type.name || other.declared.to !== declared.to || unique || other.unique;
  });

/** The contents of files belong to the records that use them. */
async function moveUses(
  { caller: { tenantId }, tx }: TransactionContext,
  { from, to }: ChildMove,
  records: readonly RecordObject[],
): Promise<void> {
  for (const { _id, sha256 } of records)
    if (typeof sha256 === 'string') await addUse(tx, tenantId, to.name, String(_id), sha256);
  await endUses(
    tx,
    tenantId,
    from.name,
    records.map(({ _id }) => String(_id)),
  );
}
