import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import { recordFacts } from '../facts/record-facts.ts';
import { emails } from '../model-names.ts';
import { suppress } from '../suppression/suppress.ts';
import { factsOf, timeOf } from './facts-of.ts';
import type { ReturnedMail } from './returned-mail.ts';
import { countSoftBounces } from './sql/count-soft-bounces.ts';
import { lockSentMails, type SentMail } from './sql/lock-sent-mails.ts';

export type { ReturnedMail } from './returned-mail.ts';

/** Soft bounces of an address, without a delivery in between, after which it is suppressed. */
const maxSoftBounces = 5;
/** Reports of one transaction. */
const batchSize = 200;
const maxErrorLength = 2000;

/** Writes facts, suppresses the address where needed, and returns how many reports were new. */
export async function applyReturns(
  services: Services,
  tenantId: string,
  returns: readonly ReturnedMail[],
): Promise<number> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return 0;
  const registry = await services.directory.registry(tenantId);
  const caller = systemCaller(tenantId, tenant.accountKey);
  return applyReturnsIn({ services, caller, registry, requestId: 'mail that came back' }, returns);
}

/** As `applyReturns`, in a context of the platform in the tenant. */
export async function applyReturnsIn(context: Context, returns: readonly ReturnedMail[]): Promise<number> {
  let applied = 0;
  for (let start = 0; start < returns.length; start += batchSize) {
    const batch = returns.slice(start, start + batchSize);
    applied += await inTransaction(context, (within) => applyBatch(within, batch));
  }
  return applied;
}

async function applyBatch(context: TransactionContext, returns: readonly ReturnedMail[]): Promise<number> {
  const { tx, caller, services } = context;
  const given = returns.map((returned) => ({ ...returned, emailId: returned.emailId.toLowerCase() }));
  const ids = [...new Set(given.map(({ emailId }) => emailId).filter(isId))];
  const mails = await lockSentMails(tx, caller.tenantId, ids);
  const known = given.filter(({ emailId }) => mails.has(emailId));
  if (known.length < given.length) {
    const message = 'reports about mails that this account does not have were ignored';
    services.log.debug({ tenantId: caller.tenantId, ignored: given.length - known.length }, message);
  }
  const facts = known.map(factsOf);
  const written = new Set(await recordFacts(tx, caller.tenantId, uniqueFacts(facts.flat())));
  let applied = 0;
  for (const [n, returned] of known.entries()) {
    const mail = mails.get(returned.emailId) as SentMail;
    const isNew = facts[n]?.some((fact) => written.has(fact)) ?? false;
    const change = await applyToMail(context, returned, mail, isNew);
    if (change) mails.set(mail.id, { ...mail, ...change });
    if (isNew || change) applied += 1;
  }
  return applied;
}

/** One statement cannot insert a row twice, so of equal facts in a batch only the first is written. */
function uniqueFacts<T extends { emailId: string; kind: string; id?: string }>(facts: readonly T[]): T[] {
  const seen = new Set<string>();
  return facts.filter(({ emailId, kind, id = '' }) => {
    const key = `${emailId} ${kind} ${id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

type Change = Partial<Pick<SentMail, 'bounceType' | 'error'>>;

/** Writes what is not counted from facts: why a mail bounced, and suppressions. Returns what it changed in the mail. */
async function applyToMail(
  context: TransactionContext,
  returned: ReturnedMail,
  mail: SentMail,
  isNew: boolean,
): Promise<Change | undefined> {
  const { kind } = returned;
  if (kind === 'bounced') return applyBounce(context, returned, mail, isNew);
  if (kind === 'deferred') return applyDelay(context, returned, mail);
  if (isNew && (kind === 'complained' || kind === 'unsubscribed'))
    await suppressReturned(context, returned, mail, kind);
  return undefined;
}

/** A hard bounce that follows a soft one of the same mail counts, although the fact is known. */
async function applyBounce(
  context: TransactionContext,
  returned: ReturnedMail,
  mail: SentMail,
  isNew: boolean,
): Promise<Change | undefined> {
  const { bounceType = 'hard', diagnostic = 'The receiving server gave no reason.' } = returned;
  const hardens = bounceType === 'hard' && mail.bounceType !== 'hard';
  if (!hardens && !(isNew && mail.bounceType === null)) return undefined;
  const change = { bounceType, error: storable(diagnostic) };
  await updateMail(context, mail.id, { ...change, bouncedAt: timeOf(returned).toISOString() });
  if (bounceType === 'hard') await suppressReturned(context, returned, mail, 'bounced');
  else await suppressAfterSoftBounces(context, returned, mail);
  return change;
}

async function applyDelay(
  context: TransactionContext,
  { diagnostic = 'no reason was given' }: ReturnedMail,
  mail: SentMail,
): Promise<Change | undefined> {
  const error = storable(`The mail is delayed: ${diagnostic}`);
  if (mail.delivered || mail.bounceType !== null || mail.error === error) return undefined;
  await updateMail(context, mail.id, { error });
  return { error };
}

async function suppressAfterSoftBounces(
  context: TransactionContext,
  returned: ReturnedMail,
  mail: SentMail,
): Promise<void> {
  const address = bouncedAddress(returned, mail);
  if (address === undefined) return;
  const count = await countSoftBounces(context.tx, context.caller.tenantId, address);
  if (count < maxSoftBounces) return;
  const diagnostic = `${count} soft bounces in a row; the last: ${returned.diagnostic ?? 'no reason was given'}`;
  await suppressReturned(context, { ...returned, diagnostic }, mail, 'bounced');
}

async function suppressReturned(
  context: TransactionContext,
  returned: ReturnedMail,
  mail: SentMail,
  reason: 'bounced' | 'complained' | 'unsubscribed',
): Promise<void> {
  const email = bouncedAddress(returned, mail);
  if (email === undefined) return;
  const notes = returned.diagnostic === undefined ? undefined : storable(returned.diagnostic);
  await suppress(context, { email, reason, emailId: mail.id, ...(notes !== undefined && { notes }) });
}

/**
 * The address of the mail that the report is about. A report names the address where the mail ended, which differs when
 * it was forwarded. Then, and without an address, it can only be the recipient of a mail that has just one.
 */
function bouncedAddress({ recipient }: ReturnedMail, { addresses }: SentMail): string | undefined {
  const given = recipient?.toLowerCase();
  const named = addresses.find((address) => address.toLowerCase() === given);
  return named ?? (addresses.length === 1 ? addresses[0] : undefined);
}

const updateMail = (context: TransactionContext, id: string, record: Record<string, unknown>) =>
  invoke(context, operations.update, emails(context), { id, record });

/** Text that PostgreSQL can store. */
const storable = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim().slice(0, maxErrorLength);
