import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { requireContactSegment } from '../../../sales/contract.ts';
import { withUseAccess } from '../../with-use-access.ts';
import type { Recipient, Source, SourceStep } from '../queue/batch.ts';
import { takeRecipients } from './sql/batches.ts';
import { readListed, readMembers } from './sql/recipients.ts';

/** Recipients that one transaction freezes. A request for a list of records returns at most 200. */
export const chunkSize = 200;

/** Some recipients, and the position of the next ones. Contact data is read later, for all of them together. */
export interface Chunk {
  readonly recipients: readonly (Recipient | ContactOnly)[];
  readonly next: Source;
  readonly done: boolean;
}

/** A recipient of whom only the contact is known. */
export interface ContactOnly {
  readonly contactId: string;
}

export async function readChunk(context: TransactionContext, batchId: string, source: Source): Promise<Chunk> {
  const step = source.steps[source.step];
  if (!step) return { recipients: [], next: source, done: true };
  const { recipients, position } = await readStep(context, batchId, step, source.position);
  const next = position === null ? { ...source, step: source.step + 1, position: null } : { ...source, position };
  return { recipients, next, done: next.step >= source.steps.length };
}

interface StepPart {
  readonly recipients: readonly (Recipient | ContactOnly)[];
  /** Null when the step is done. */
  readonly position: string | null;
}

async function readStep(
  context: TransactionContext,
  batchId: string,
  step: SourceStep,
  position: string | null,
): Promise<StepPart> {
  const { tx, caller } = context;
  switch (step.kind) {
    case 'request': {
      const part = Number(position ?? 0);
      const recipients = await takeRecipients(tx, caller.tenantId, batchId, part);
      return { recipients, position: part + 1 < step.parts ? String(part + 1) : null };
    }
    case 'members': {
      const members = await readMembers(tx, caller.tenantId, step.emailListId, position, chunkSize);
      return { recipients: members, position: members.length < chunkSize ? null : (members.at(-1)?.id ?? null) };
    }
    case 'list': {
      const listed = await readListed(tx, caller.tenantId, step.emailListId);
      if (!listed) return { recipients: [], position: null };
      const unsubscribed = new Set(listed.unsubscribed.map((email) => email.toLowerCase()));
      const all: (Recipient | ContactOnly)[] = [
        ...listed.emails.filter((email) => !unsubscribed.has(email.toLowerCase())).map((email) => ({ email })),
        ...listed.contactIds.map((contactId) => ({ contactId })),
      ];
      const start = Number(position ?? 0);
      const end = start + chunkSize;
      return { recipients: all.slice(start, end), position: end < all.length ? String(end) : null };
    }
    case 'segment':
      return readSegment(context, step, position);
  }
}

interface Segment {
  readonly name: string;
  readonly modelKey: string | null;
  readonly type: string;
  readonly definition: Readonly<Record<string, unknown>> | null;
  readonly contactIds: readonly string[] | null;
  readonly excludedContactIds: readonly string[] | null;
}

async function segmentOf(context: TransactionContext, id: string): Promise<Segment> {
  const model = context.registry.find('marketing', 'segments');
  if (!model) throw new Error('the model marketing.segments is missing');
  // The access of the sender to the segment was checked when the batch was accepted.
  const { body } = await invoke(withUseAccess(context, model), operations.get, model, { id, query: {} });
  const segment = JSON.parse(body) as Segment;
  // The model of the segment may have changed since the batch was accepted.
  requireContactSegment(context.registry, segment);
  return segment;
}

/** Reads the manually added contacts first, then the contacts that match the filter of the segment. */
async function readSegment(
  context: TransactionContext,
  { segmentId, excludedSegmentIds }: Extract<SourceStep, { kind: 'segment' }>,
  position: string | null,
): Promise<StepPart> {
  const segment = await segmentOf(context, segmentId);
  const excluded = new Set(segment.excludedContactIds ?? []);
  for (const id of excludedSegmentIds) for (const one of await membersOf(context, id)) excluded.add(one);
  const pick = (ids: readonly string[]) => ids.filter((id) => !excluded.has(id)).map((contactId) => ({ contactId }));
  const byHand = segment.contactIds ?? [];
  const start = position === null ? 0 : Number(/^byHand (\d+)$/.exec(position)?.[1] ?? Number.NaN);
  if (start < byHand.length) {
    const end = start + chunkSize;
    return { recipients: pick(byHand.slice(start, end)), position: end < byHand.length ? `byHand ${end}` : 'filter ' };
  }
  if (segment.type === 'static' || !segment.definition) return { recipients: [], position: null };
  const cursor = position?.startsWith('filter ') ? position.slice('filter '.length) : '';
  const page = await listContacts(context, segment.definition, cursor);
  return { recipients: pick(page.ids), position: page.nextCursor === null ? null : `filter ${page.nextCursor}` };
}

/** Excluded segments are meant to be small: only manually added contacts and the first pages of a filter are read. */
const maxExcludedPages = 100;

async function membersOf(context: TransactionContext, segmentId: string): Promise<string[]> {
  const segment = await segmentOf(context, segmentId);
  const ids = [...(segment.contactIds ?? [])];
  if (segment.type === 'static' || !segment.definition) return ids;
  let cursor: string | null = '';
  for (let n = 0; cursor !== null; n += 1) {
    if (n === maxExcludedPages)
      throw new AppError('conflict', 'An excluded segment has more than 20,000 contacts: exclude a smaller one.');
    const page: { ids: string[]; nextCursor: string | null } = await listContacts(context, segment.definition, cursor);
    ids.push(...page.ids);
    cursor = page.nextCursor;
  }
  return ids;
}

async function listContacts(
  context: TransactionContext,
  filter: Readonly<Record<string, unknown>>,
  cursor: string,
): Promise<{ ids: string[]; nextCursor: string | null }> {
  const model = context.registry.find('sales', 'contacts');
  if (!model) throw new Error('the model sales.contacts is missing');
  const query = { filter, fields: ['_id'], limit: chunkSize, count: 'none', ...(cursor !== '' && { cursor }) };
  const { body } = await invoke(withUseAccess(context, model), operations.list, model, { query: () => query });
  const { data, meta } = JSON.parse(body) as { data: { _id: string }[]; meta: { nextCursor: string | null } };
  return { ids: data.map(({ _id }) => _id), nextCursor: meta.nextCursor };
}
