import { brandHtml } from '#core/company/brand-html.ts';
import { companyOf } from '#core/company/company.ts';
import { type Context, queryable } from '#core/context.ts';
import type { Page, PageAnswer, Visit } from '#core/page.ts';
import { escapeHtml } from '#lib/html.ts';
import { confirmMember } from '../lists/unsubscribe-address.ts';
import { linkSigner } from '../tracking/link-signer-of.ts';
import { invalidLink } from './invalid-link.ts';
import { type MailTexts, mailTextsFor } from './languages/index.ts';
import { readListMember } from './sql/list-member.ts';
import { contextOfVisit } from './visit-context.ts';

type Member = NonNullable<Awaited<ReturnType<typeof readListMember>>>;

/** The page of the link in the confirmation mail (double opt-in). */
export const confirmPage: Page = {
  path: '/m/s/*',
  summary: 'Asks to confirm a subscription to a list; POST confirms it',
  async get(visit) {
    const found = await findMember(visit);
    return found ? pageOf(visit, found.context, found.member) : invalidLink(visit);
  },
  async post(visit) {
    const found = await findMember(visit);
    if (!found) return invalidLink(visit);
    const { context, member } = found;
    if (member.status !== 'pending') return pageOf(visit, context, member);
    await confirmMember(context, member.email, member.listId);
    return pageOf(visit, context, { ...member, status: 'subscribed' });
  },
};

async function findMember(visit: Visit): Promise<{ context: Context; member: Member } | undefined> {
  const link = visit.services.of(linkSigner).read(visit.rest, 'confirm');
  const context = link && (await contextOfVisit(visit, link.tenantId));
  const member = context && (await readListMember(queryable(context), link.tenantId, link.emailId));
  return context && member && { context, member };
}

async function pageOf(visit: Visit, context: Context, member: Member): Promise<PageAnswer> {
  const texts = mailTextsFor(visit, (await companyOf(context)).language);
  const { title, main } = contentOf(member, texts);
  return { language: texts.language, title, main: `${await brandHtml(context)}<h1>${title}</h1>${main}` };
}

function contentOf(
  { email, status, listName }: Member,
  { confirmation: texts }: MailTexts,
): { title: string; main: string } {
  const address = `<strong>${escapeHtml(email)}</strong>`;
  const list = `<strong>${escapeHtml(listName)}</strong>`;
  if (status === 'pending')
    return {
      title: texts.title,
      main: `<p>${texts.ask(address, list)}</p>
        <form method="post"><button type="submit">${texts.confirm}</button></form>`,
    };
  if (status === 'subscribed')
    return {
      title: texts.subscribedTitle,
      main: `<p id="result" class="good" role="status">${texts.subscribed(address, list)}</p>
        <p class="hint">${texts.hint}</p>`,
    };
  return { title: texts.endedTitle, main: `<p>${texts.ended(address, list)}</p>` };
}
