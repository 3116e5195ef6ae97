import type { TransactionContext } from '#core/context.ts';
import type { Model } from '#core/models/model.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { updateMany } from '#core/operations/update-many.ts';
import {
  type CountedFact,
  type CountingModel,
  counterChanges,
  counterKeys,
  countingModels,
} from './counter-changes.ts';
import { withDeliveries } from './deliveries.ts';
import { depthOfMail } from './depth-of-mail.ts';
import { dequeueUncounted } from './dequeue-uncounted.ts';
import { type FactsOfMail, factsByMail } from './facts-of-mail.ts';
import { emailChanges, emailKeys, recipientChanges, recipientKeys } from './mail-changes.ts';
import { channelsOf } from './sql/channels-of.ts';
import { lockCounting } from './sql/lock-counting.ts';
import { lockFields } from './sql/lock-fields.ts';

/**
 * Counts up to `limit` facts of the tenant in the records of their mails, recipients, mailings, campaigns, templates
 * and lists. A fact leaves the queue in the transaction that counts it, so it is counted once. Returns the number of
 * facts; undefined when another node is counting those of the tenant.
 */
export async function foldFacts(context: TransactionContext, limit: number): Promise<number | undefined> {
  const { tx, caller } = context;
  if (!(await lockCounting(tx, caller.tenantId))) return undefined;
  const facts = await dequeueUncounted(tx, caller.tenantId, limit);
  if (facts.length === 0) return 0;
  const listOf = await updateMails(context, factsByMail(facts));
  const channelOf = await channelsOf(tx, caller.tenantId, [...new Set(facts.flatMap(({ batchId }) => batchId ?? []))]);
  const counted = await withDeliveries(
    context,
    facts.map((fact) => ({
      ...fact,
      emailListId: listOf.get(fact.emailId) ?? null,
      channelId: fact.batchId === null ? null : (channelOf.get(fact.batchId) ?? null),
    })),
  );
  for (const counting of countingModels) await addToCounters(context, counting, counted);
  return facts.length;
}

const findModel = ({ registry }: TransactionContext, name: string): Model => {
  const model = registry.named(name);
  if (!model) throw new Error(`there is no model ${name}`);
  return model;
};

/** Returns the lists of the mails, by the ids of the mails. */
async function updateMails(
  context: TransactionContext,
  byMail: ReadonlyMap<string, FactsOfMail>,
): Promise<Map<string, string>> {
  const emails = findModel(context, 'communications.emails');
  const recipients = findModel(context, 'communications.emailSnapshotContacts');
  const factsOf = (id: string) => byMail.get(id) as FactsOfMail;
  const ids = [...byMail.keys()];
  const mails = await lockFields(context, emails, [...emailKeys, 'emailListId', 'metadata'], ids);
  const errors = new Map(mails.map(({ id, fields }) => [id, fields.error ?? null]));
  const rows = mails.map(({ id, fields: { metadata, ...fields } }) => {
    const values = emailChanges(fields, factsOf(id));
    // What a person does with a mail begins a new chain of causes.
    return { id, values, depth: factsOf(id).isOfPerson ? 0 : depthOfMail(metadata) };
  });
  for (const [depth, some] of Map.groupBy(rows, (row) => row.depth))
    await updateMany(
      { ...context, depth },
      emails,
      some.map(({ id, values }) => ({ id, values })),
      { withoutHooks: true },
    );
  const locked = await lockFields(context, recipients, recipientKeys, ids, 'emailId');
  await updateMany(
    context,
    recipients,
    locked.map(({ id, found, fields }) => ({
      id,
      values: recipientChanges(fields, factsOf(found), errors.get(found) ?? null),
    })),
  );
  return new Map(
    mails.flatMap(({ id, fields: { emailListId } }) => (typeof emailListId === 'string' ? [[id, emailListId]] : [])),
  );
}

/** One update and one event for each record. These records are few, and their models may have hooks. */
async function addToCounters(
  context: TransactionContext,
  counting: CountingModel,
  facts: readonly CountedFact[],
): Promise<void> {
  const byRecord = Map.groupBy(
    facts.filter(({ kind }) => counting.counters[kind] !== undefined || kind === 'sent'),
    counting.recordOf,
  );
  byRecord.delete(null);
  const model = findModel(context, counting.name);
  const ids = [...byRecord.keys()].filter((id) => id !== null);
  for (const { id, fields } of await lockFields(context, model, counterKeys(counting), ids)) {
    const record = counterChanges(counting, fields, byRecord.get(id) ?? []);
    await invoke(context, operations.update, model, { id, record });
  }
}
