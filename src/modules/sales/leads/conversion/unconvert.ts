import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { countReferrers } from '#core/operations/remove-statements.ts';
import type { RecordObject } from '#core/operations/validate.ts';
import { lockRecord, readRecord, updateRecord } from '../records.ts';
import type { Change, Conversion, RecordName } from './conversion.ts';
import { moveLinksBack } from './links.ts';
import { changedByPerson, takeConversion } from './sql/conversions.ts';

/** A record of the conversion that stays, and why. */
interface KeptRecord extends RecordName {
  readonly reason: 'changed' | 'used';
}

export interface Unconverted {
  readonly removed: readonly RecordName[];
  readonly kept: readonly KeptRecord[];
}

/**
 * Undoes a conversion: links go back to the lead, and the new records to the trash. A new record stays when somebody
 * has changed it, or when other records refer to it by now.
 */
export async function unconvert(context: TransactionContext, leadId: string): Promise<Unconverted> {
  await lockRecord(context, 'leads', leadId);
  const conversion = await takeConversion<Conversion>(context.tx, context.caller.tenantId, leadId);
  if (!conversion)
    throw new AppError('not_converted', `The lead ${leadId} was not converted here, so there is nothing to undo.`);
  await moveLinksBack(context, conversion);
  await updateRecord(withAllAccess(context), 'leads', leadId, {
    ...(await statusBefore(context, conversion)),
    convertedAt: null,
    convertedContactId: null,
    convertedAccountId: null,
    convertedOpportunityId: null,
  });
  for (const change of conversion.changed) await changeBack(context, change);
  const removed: RecordName[] = [];
  const kept: KeptRecord[] = [];
  for (const record of conversion.created) {
    const outcome = await removeUnused(context, record, conversion.requestId);
    if (outcome === 'removed') removed.push(record);
    else if (outcome !== 'gone') kept.push({ ...record, reason: outcome });
  }
  return { removed, kept };
}

/** The status before the conversion, unless somebody has changed it since. */
async function statusBefore(context: TransactionContext, { leadId, lead }: Conversion): Promise<RecordObject> {
  const { status } = await readRecord(withAllAccess(context), 'leads', leadId);
  return status === 'converted' ? { status: lead.status ?? null } : {};
}

/** Sets fields of an existing record back that still have the value of the conversion. */
async function changeBack(context: TransactionContext, { id, before, after }: Change): Promise<void> {
  const [current] = await existing(context, id);
  if (!current) return;
  const unchanged = Object.entries(before).filter(([key]) => current[key] === after[key]);
  if (unchanged.length > 0) await updateRecord(context, 'contacts', id, Object.fromEntries(unchanged));
}

async function existing(context: TransactionContext, id: string): Promise<RecordObject[]> {
  try {
    return [await readRecord(context, 'contacts', id)];
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return [];
    throw error;
  }
}

async function removeUnused(
  context: TransactionContext,
  record: RecordName,
  requestId: string,
): Promise<'removed' | 'gone' | KeptRecord['reason']> {
  const { model: name, id } = record;
  const model = context.registry.named(name);
  if (!model) return 'gone';
  if (await changedByPerson(context.tx, context.caller.tenantId, { model: name, id, requestId })) return 'changed';
  if ((await countReferrers(context, model, [id], 1)).length > 0) return 'used';
  try {
    await invoke(context, operations.remove, model, { id });
    return 'removed';
  } catch (error) {
    if (error instanceof AppError && error.code === 'not_found') return 'gone';
    throw error;
  }
}
