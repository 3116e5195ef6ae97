import { type Context, queryable } from '#core/context.ts';
import type { Page, PageAnswer, Visit } from '#core/page.ts';
import { escapeHtml } from '#lib/html.ts';
import { confirmMember } from '../lists/unsubscribe-address.ts';
import { linkSignerOf } from '../tracking/link-signer-of.ts';
import { invalidLink } from './invalid-link.ts';
import { readListMember } from './sql/list-member.ts';
import { contextOfVisit } from './visit-context.ts';

type Member = NonNullable<Awaited<ReturnType<typeof readListMember>>>;

/** The page of the link in the mail that asks for confirmation (double opt-in). */
export const confirmPage: Page = {
  path: '/m/s/*',
  summary: 'Asks to confirm a subscription to a list; POST confirms it',
  async get(visit) {
    const { member } = (await findMember(visit)) ?? {};
    return member ? pageOf(member) : invalidLink();
  },
  async post(visit) {
    const { context, member } = (await findMember(visit)) ?? {};
    if (!context || !member) return invalidLink();
    if (member.status !== 'pending') return pageOf(member);
    await confirmMember(context, member.email, member.listId);
    return pageOf({ ...member, status: 'subscribed' });
  },
};

async function findMember(visit: Visit): Promise<{ context: Context; member: Member } | undefined> {
  const link = linkSignerOf(visit.services).read(visit.rest, 'confirm');
  const context = link && (await contextOfVisit(visit, link.tenantId));
  const member = context && (await readListMember(queryable(context), link.tenantId, link.emailId));
  return context && member && { context, member };
}

function pageOf({ email, status, listName }: Member): PageAnswer {
  const address = `<strong>${escapeHtml(email)}</strong>`;
  const list = `<strong>${escapeHtml(listName)}</strong>`;
  if (status === 'pending') {
    return {
      title: 'Confirm your subscription',
      main: `<h1>Confirm your subscription</h1>
        <p>${address} gets mail of ${list} once you confirm.</p>
        <form method="post"><button type="submit">Confirm</button></form>`,
    };
  }
  if (status === 'subscribed') {
    return {
      title: 'You are subscribed',
      main: `<h1>You are subscribed</h1>
        <p id="result" class="good" role="status">${address} gets mail of ${list}.</p>
        <p class="hint">Each mail has a link to unsubscribe.</p>`,
    };
  }
  return {
    title: 'You are not subscribed',
    main: `<h1>You are not subscribed</h1>
      <p>${address} has unsubscribed from ${list} since this mail was sent. Subscribe again to get a new link.</p>`,
  };
}
