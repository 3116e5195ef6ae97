import type { TransactionContext } from '#core/context.ts';
import type { Field } from '#core/fields/field.ts';
import type { Model } from '#core/models/model.ts';
import { type ChildMove, moveChildren } from '#core/operations/move-children.ts';
import { type Reference, type Relinked, referencesTo, relinkAll, relinkBack } from '#core/operations/relink.ts';
import { salesModel } from '../sales-model.ts';
import type { Conversion, MovedChildren, Successors } from './conversion.ts';

type Links = Pick<Conversion, 'relinked' | 'moved'>;

/**
 * Links everything that refers to the lead to its contact as well: mails, conversations, members of campaigns and lists,
 * enrolments, tasks, custom references. Notes, tasks and files that belong to the lead move to the contact, because a
 * child has one parent.
 */
export async function moveLinks(
  context: TransactionContext,
  leadId: string,
  { contactId, accountId }: Successors,
): Promise<Links> {
  const leads = salesModel(context, 'leads');
  const relinked: (Relinked & { to: string })[] = [];
  const moved: MovedChildren[] = [];
  for (const reference of referencesTo(context.registry, leads)) {
    const { model } = reference;
    if (model.parent === reference.field) {
      const move = contactChildren(context, model);
      const ids = move ? await moveChildren(context, move, [leadId, contactId]) : [];
      if (move && ids.length > 0) moved.push({ from: move.from.name, to: move.to.name, ids });
      continue;
    }
    const into = successorOf(reference);
    const to = into?.declared.to === 'sales.accounts' ? accountId : contactId;
    if (!into || to === null) continue;
    const rows = await relinkAll(context, reference, { from: [leadId], to, into });
    if (rows.length > 0) relinked.push({ model: model.name, field: into.key, rows, to });
  }
  return { relinked, moved };
}

/** The field that gets the contact or account; undefined when the record has none, so that it stays with the lead. */
function successorOf({ model, field, words }: Reference): Field | undefined {
  const key = words ? 'contactId' : (field.declared.successor ?? successorKey(field.key));
  const into = model.fields.get(key);
  const refersToSuccessor = into?.declared.to === 'sales.contacts' || into?.declared.to === 'sales.accounts';
  return into && refersToSuccessor && into.type.array === (words ? undefined : field.type.array) ? into : undefined;
}

/** `leadId` becomes `contactId`, `firstLeadIds` becomes `firstContactIds`. */
const successorKey = (key: string): string => key.replace(/^lead/, 'contact').replace('Lead', 'Contact');

/** The children of contacts of the same kind: `leadNotes` become `contactNotes`. */
function contactChildren({ registry }: TransactionContext, from: Model): ChildMove | undefined {
  const to = registry.find(from.moduleKey, successorKey(from.slug));
  return to?.parent?.declared.to === 'sales.contacts' ? { from, to } : undefined;
}

/** Undoes `moveLinks`. Links that were changed since, and children that were deleted or moved on, stay as they are. */
export async function moveLinksBack(context: TransactionContext, conversion: Conversion): Promise<void> {
  for (const { to, ...relinked } of conversion.relinked) await relinkBack(context, relinked, to);
  for (const { from, to, ids } of conversion.moved) {
    const models = [context.registry.named(to), context.registry.named(from)] as const;
    const [back, origin] = models;
    if (back && origin)
      await moveChildren(context, { from: back, to: origin }, [conversion.contactId, conversion.leadId], ids);
  }
}
