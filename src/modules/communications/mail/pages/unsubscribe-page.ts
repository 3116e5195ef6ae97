import { brandHtml } from '#core/company/brand-html.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, inTransaction, queryable } from '#core/context.ts';
import type { FormVisit, Page, PageAnswer, Visit } from '#core/page.ts';
import { resubscribeAddress, resumeMailings, unsubscribeAddress } from '../lists/unsubscribe-address.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { invalidLink } from './invalid-link.ts';
import { type MailTexts, mailTextsFor } from './languages/index.ts';
import { formField, type Preferences, preferencesHtml } from './preferences-html.ts';
import { readListPreferences, readUnsubscribedFromAll } from './sql/preferences.ts';
import { readRecipient } from './sql/recipient.ts';
import { contextOfVisit } from './visit-context.ts';

/** A visitor who has the link of a mail. */
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
    return visitor && preferences
      ? preferencesHtml(preferences, await textsOf(visit, visitor.context))
      : invalidLink(visit);
  },
  async post(visit) {
    const visitor = await findVisitor(visit);
    return visitor
      ? inTransaction(visitor.context, (context) => change({ ...visitor, context }, visit))
      : invalidLink(visit);
  },
};

const textsOf = async (visit: Visit, context: Context): Promise<MailTexts> =>
  mailTextsFor(visit, (await companyOf(context)).language);

async function findVisitor(visit: Visit): Promise<Visitor | undefined> {
  const link = visit.services.of(linkSigner).read(visit.rest, 'unsubscribe');
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
  const { name } = await companyOf(context);
  const sender = recipient.sender ?? name;
  return { ...recipient, sender, lists, unsubscribedFromAll, brand: await brandHtml(context) };
}

async function change({ context, emailId }: Visitor, visit: FormVisit): Promise<PageAnswer> {
  const before = await readPreferences(context, emailId);
  if (!before) return invalidLink(visit);
  const texts = await textsOf(visit, context);
  const done = await apply(context, emailId, before, visit.form, texts);
  const after = await readPreferences(context, emailId);
  return after ? preferencesHtml(after, texts, done) : invalidLink(visit);
}

/** Applies the form. Returns a sentence about the change. */
async function apply(
  context: Context,
  emailId: string,
  { email, emailListId, lists }: Preferences,
  form: URLSearchParams,
  { done }: MailTexts,
): Promise<string> {
  if (form.get(formField.name) !== formField.value) {
    // The one-click request unsubscribes from the list of the mail. A mail without a list, or whose list was deleted,
    // unsubscribes from all mailings.
    const ownList = lists.find(({ id }) => id === emailListId);
    await unsubscribeAddress(context, { email, emailListId: ownList?.id ?? null, emailId });
    return ownList ? done.unsubscribedFrom(ownList.name) : done.unsubscribed;
  }
  switch (form.get('do')) {
    case 'stop':
      await unsubscribeAddress(context, { email, emailListId: null, emailId });
      return done.unsubscribed;
    case 'resume':
      await resumeMailings(context, email);
      return done.resumed;
    default: {
      const shown = new Set(form.getAll('shown'));
      const chosen = new Set(form.getAll('list'));
      for (const { id, subscribed } of lists) {
        if (!shown.has(id) || chosen.has(id) === subscribed) continue;
        if (subscribed) await unsubscribeAddress(context, { email, emailListId: id, emailId });
        else await resubscribeAddress(context, email, id);
      }
      return done.saved;
    }
  }
}
