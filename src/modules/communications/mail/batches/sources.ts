import type { TransactionContext } from '#core/context.ts';
import { isId } from '#lib/ids.ts';
import { audiencePage, resolveAudience } from '../../../marketing/contract.ts';
import { contacts, leads } from '../../model-names.ts';
import { withUseAccess } from '../../with-use-access.ts';
import type { Recipient, Source, SourceStep } from '../queue/batch.ts';
import { takeRecipients } from './sql/batches.ts';
import { readListed, readMembers } from './sql/recipients.ts';

/** Recipients that one transaction freezes. A request for a list of records returns at most 200. */
export const chunkSize = 200;

/** Some recipients, and the position of the next ones. Data of the people is read later, for all of them together. */
export interface Chunk {
  readonly recipients: readonly (Recipient | PersonOnly)[];
  readonly next: Source;
  readonly done: boolean;
}

/** A recipient of whom only the contact or the lead is known. */
export interface PersonOnly {
  readonly contactId?: string;
  readonly leadId?: string;
}

export async function readChunk(context: TransactionContext, batchId: string, source: Source): Promise<Chunk> {
  const step = source.steps[source.step];
  if (!step) return { recipients: [], next: source, done: true };
  const { recipients, position } = await readStep(context, batchId, step, source.position);
  const next = position === null ? { ...source, step: source.step + 1, position: null } : { ...source, position };
  return { recipients, next, done: next.step >= source.steps.length };
}

interface StepPart {
  readonly recipients: readonly (Recipient | PersonOnly)[];
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
      const all: (Recipient | PersonOnly)[] = [
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

/** Reads the contacts or leads of a segment, within the reach of the sender, as the segment is defined now. */
async function readSegment(
  context: TransactionContext,
  { segmentId, excludedSegmentIds, model: name }: Extract<SourceStep, { kind: 'segment' }>,
  position: string | null,
): Promise<StepPart> {
  const isOfLeads = name === 'sales.leads';
  const model = isOfLeads ? leads(context) : contacts(context);
  const grant = withUseAccess(context, model).caller.access.grant(model, 'read');
  // The access of the sender to the segments was checked when the batch was accepted.
  const audience = await resolveAudience(context, model, { segmentIds: [segmentId], excludedSegmentIds });
  // A position of an earlier version is no id. Its step begins again, and nobody gets a second mail.
  const after = position !== null && isId(position) ? position : null;
  const ids = await audiencePage(context, grant, audience, after, chunkSize);
  const recipients = ids.map((id) => (isOfLeads ? { leadId: id } : { contactId: id }));
  return { recipients, position: ids.length < chunkSize ? null : (ids.at(-1) ?? null) };
}
