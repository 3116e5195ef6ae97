import { type Context, inTransaction, queryable } from '#core/context.ts';
import type { FormVisit, Page, PageAnswer, Visit } from '#core/page.ts';
import { resubscribeAddress, unsubscribeAddress } from '../lists/unsubscribe-address.ts';
import { liftUnsubscription } from '../suppression/suppress.ts';
import { linkSignerOf } from '../tracking/link-signer-of.ts';
import { invalidLink } from './invalid-link.ts';
import { formField, type Preferences, preferencesHtml } from './preferences-html.ts';
import { readListPreferences, readUnsubscribedFromAll } from './sql/preferences.ts';
import { readRecipient } from './sql/recipient.ts';
import { contextOfVisit } from './visit-context.ts';

/** A visit of somebody who has the link of a mail. */
interface Visitor {
  readonly context: Context;
  readonly emailId: string;
}

export const unsubscribePage: Page = {
  path: '/m/u/*',
  summary: 'Shows what mail an address gets; POST changes it, or unsubscribes at once (RFC 8058)',
  async get(visit) {
    const visitor = await findVisitor(visit);
    const preferences = visitor && (await readPreferences(visitor.context, visitor.emailId));
    return preferences ? preferencesHtml(preferences) : invalidLink();
  },
  async post(visit) {
    const visitor = await findVisitor(visit);
    return visitor
      ? inTransaction(visitor.context, (context) => change({ ...visitor, context }, visit))
      : invalidLink();
  },
};

async function findVisitor(visit: Visit): Promise<Visitor | undefined> {
  const link = linkSignerOf(visit.services).read(visit.rest, 'unsubscribe');
  const context = link && (await contextOfVisit(visit, link.tenantId));
  return link && context && { context, emailId: link.emailId };
}

async function readPreferences(context: Context, emailId: string): Promise<Preferences | undefined> {
  const db = queryable(context);
  const { tenantId } = context.caller;
  const recipient = await readRecipient(db, tenantId, emailId);
  if (!recipient) return undefined;
  const lists = await readListPreferences(db, tenantId, recipient.email, recipient.emailListId);
  const unsubscribedFromAll = await readUnsubscribedFromAll(db, tenantId, recipient.email);
  return { ...recipient, lists, unsubscribedFromAll };
}

async function change({ context, emailId }: Visitor, { form }: FormVisit): Promise<PageAnswer> {
  const before = await readPreferences(context, emailId);
  if (!before) return invalidLink();
  const done = await apply(context, emailId, before, form);
  const after = await readPreferences(context, emailId);
  return after ? preferencesHtml(after, done) : invalidLink();
}

/** Returns a sentence about what has changed. */
async function apply(
  context: Context,
  emailId: string,
  { email, emailListId, lists }: Preferences,
  form: URLSearchParams,
): Promise<string> {
  if (form.get(formField.name) !== formField.value) {
    // One click concerns the list of the mail. A list that was deleted has no mail to stop.
    const ownList = lists.find(({ id }) => id === emailListId);
    await unsubscribeAddress(context, { email, emailListId: ownList?.id ?? null, emailId });
    return ownList ? `You are unsubscribed from ${ownList.name}.` : 'You are unsubscribed from all mailings.';
  }
  switch (form.get('do')) {
    case 'stop':
      await unsubscribeAddress(context, { email, emailListId: null, emailId });
      return 'You are unsubscribed from all mailings.';
    case 'resume':
      await liftUnsubscription(context, email, null);
      return 'You get mailings again.';
    default: {
      const shown = new Set(form.getAll('shown'));
      const chosen = new Set(form.getAll('list'));
      for (const { id, subscribed } of lists) {
        if (!shown.has(id) || chosen.has(id) === subscribed) continue;
        if (subscribed) await unsubscribeAddress(context, { email, emailListId: id, emailId });
        else await resubscribeAddress(context, email, id);
      }
      return 'Your preferences are saved.';
    }
  }
}
