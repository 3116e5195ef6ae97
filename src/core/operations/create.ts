import { type Context, inTransaction } from '../context.ts';
import { stripHidden } from '../rows.ts';
import { asInput, readRecord, requireWithinReach, seal, type Values } from '../validate.ts';
import { forgetIfAccess } from './caches.ts';
import type { RecordAnswer, RecordOperation } from './operation.ts';
import { bookUniques, hasCustomUniques, hasUnguardedReferences, holdReferences } from './references.ts';
import { insertRecord, type SavedRow } from './statements.ts';

export const create: RecordOperation<{ record: unknown }, RecordAnswer> = {
  name: 'create',
  access: 'write',
  async run(context, grant, { record }) {
    const { model } = grant;
    const values = await readRecord(context, grant, asInput(record), 'create');
    const owner = model.fields.get('ownerId');
    requireWithinReach(grant, owner && values.get(owner));
    await seal(context, values);
    const saved = needsTransaction(values)
      ? await inTransaction(context, (within) => insertGuarded(within, grant.model, values))
      : await insertRecord(context, model, values);
    forgetIfAccess(context, model);
    return { id: saved.id, version: saved.version, body: stripHidden(saved.record, grant) };
  },
};

/** Most records are one statement; those with references or values that no constraint guards take a transaction. */
const needsTransaction = (values: Values) => hasUnguardedReferences(values) || hasCustomUniques(values);

async function insertGuarded(
  context: Context,
  model: Parameters<typeof insertRecord>[1],
  values: Values,
): Promise<SavedRow> {
  await holdReferences(context, values);
  const saved = await insertRecord(context, model, values);
  await bookUniques(context, saved.id, values);
  return saved;
}
