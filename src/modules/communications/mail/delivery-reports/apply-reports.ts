import { systemCaller } from '#core/access/caller.ts';
import { type Context, inTransaction, type Services, type TransactionContext } from '#core/context.ts';
import { invoke, operations } from '#core/operations/index.ts';
import { isId } from '#lib/ids.ts';
import type { DeliveryReport } from '../../messages/returned/delivery-report.ts';
import { emails } from '../../model-names.ts';
import { recordFacts } from '../facts/record-facts.ts';
import { suppress } from '../suppression/suppress.ts';
import { factsOf, timeOf } from './facts-of-report.ts';
import { countSoftBounces } from './sql/count-soft-bounces.ts';
import { lockSentMails, type SentMail } from './sql/lock-sent-mails.ts';

export type { DeliveryReport } from '../../messages/returned/delivery-report.ts';

/** Number of soft bounces without a delivery in between after which an address is suppressed. */
const maxSoftBounces = 5;
/** Number of reports that one transaction applies. */
const batchSize = 200;
const maxErrorLength = 2000;

/** Writes facts, suppresses the address where needed, and returns how many reports were new. */
export async function applyReports(
  services: Services,
  tenantId: string,
  reports: readonly DeliveryReport[],
): Promise<number> {
  const tenant = await services.directory.tenantById(tenantId);
  if (!tenant) return 0;
  const registry = await services.directory.registry(tenantId);
  const caller = systemCaller(tenantId, tenant.accountKey);
  return applyReportsIn({ services, caller, registry, requestId: 'delivery report' }, reports);
}

/** Applies reports in a context of the platform in the tenant. */
export async function applyReportsIn(context: Context, reports: readonly DeliveryReport[]): Promise<number> {
  let applied = 0;
  for (let start = 0; start < reports.length; start += batchSize) {
    const batch = reports.slice(start, start + batchSize);
    applied += await inTransaction(context, (within) => applyBatch(within, batch));
  }
  return applied;
}

async function applyBatch(context: TransactionContext, reports: readonly DeliveryReport[]): Promise<number> {
  const { tx, caller, services } = context;
  const given = reports.map((report) => ({ ...report, emailId: report.emailId.toLowerCase() }));
  const ids = [...new Set(given.map(({ emailId }) => emailId).filter(isId))];
  const mails = await lockSentMails(tx, caller.tenantId, ids);
  const known = given.filter(({ emailId }) => mails.has(emailId));
  if (known.length < given.length) {
    const message = 'delivery reports about unknown mails were ignored';
    services.log.debug({ tenantId: caller.tenantId, ignored: given.length - known.length }, message);
  }
  const facts = known.map(factsOf);
  const written = new Set(await recordFacts(tx, caller.tenantId, uniqueFacts(facts.flat())));
  let applied = 0;
  for (const [n, report] of known.entries()) {
    const mail = mails.get(report.emailId) as SentMail;
    const isNew = facts[n]?.some((fact) => written.has(fact)) ?? false;
    const change = await applyToMail(context, report, mail, isNew);
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

/**
 * Writes the values that are not counted from facts: the reason of a bounce, and suppressions. Returns the changes of
 * the mail.
 */
async function applyToMail(
  context: TransactionContext,
  report: DeliveryReport,
  mail: SentMail,
  isNew: boolean,
): Promise<Change | undefined> {
  const { kind } = report;
  if (kind === 'bounced') return applyBounce(context, report, mail, isNew);
  if (kind === 'deferred') return applyDelay(context, report, mail);
  if (isNew && (kind === 'complained' || kind === 'unsubscribed')) await suppressReported(context, report, mail, kind);
  return undefined;
}

/**
 * Applies a bounce. A hard bounce after a soft one of the same mail counts too, although the fact is recorded already.
 */
async function applyBounce(
  context: TransactionContext,
  report: DeliveryReport,
  mail: SentMail,
  isNew: boolean,
): Promise<Change | undefined> {
  const { bounceType = 'hard', diagnostic = 'The receiving server gave no reason.' } = report;
  const hardens = bounceType === 'hard' && mail.bounceType !== 'hard';
  if (!hardens && !(isNew && mail.bounceType === null)) return undefined;
  const change = { bounceType, error: storable(diagnostic) };
  await updateMail(context, mail.id, { ...change, bouncedAt: timeOf(report).toISOString() });
  if (bounceType === 'hard') await suppressReported(context, report, mail, 'bounced');
  else await suppressAfterSoftBounces(context, report, mail);
  return change;
}

async function applyDelay(
  context: TransactionContext,
  { diagnostic = 'no reason was given' }: DeliveryReport,
  mail: SentMail,
): Promise<Change | undefined> {
  const error = storable(`The mail is delayed: ${diagnostic}`);
  if (mail.delivered || mail.bounceType !== null || mail.error === error) return undefined;
  await updateMail(context, mail.id, { error });
  return { error };
}

async function suppressAfterSoftBounces(
  context: TransactionContext,
  report: DeliveryReport,
  mail: SentMail,
): Promise<void> {
  const address = bouncedAddress(report, mail);
  if (address === undefined) return;
  const count = await countSoftBounces(context.tx, context.caller.tenantId, address);
  if (count < maxSoftBounces) return;
  const diagnostic = `${count} soft bounces in a row; the last: ${report.diagnostic ?? 'no reason was given'}`;
  await suppressReported(context, { ...report, diagnostic }, mail, 'bounced');
}

async function suppressReported(
  context: TransactionContext,
  report: DeliveryReport,
  mail: SentMail,
  reason: 'bounced' | 'complained' | 'unsubscribed',
): Promise<void> {
  const email = bouncedAddress(report, mail);
  if (email === undefined) return;
  const notes = report.diagnostic === undefined ? undefined : storable(report.diagnostic);
  await suppress(context, { email, reason, emailId: mail.id, ...(notes !== undefined && { notes }) });
}

/**
 * Returns the address of the mail that the report is about. A report names the final address, which differs after forwarding. Without a
 * match, the only recipient of the mail is used.
 */
function bouncedAddress({ recipient }: DeliveryReport, { addresses }: SentMail): string | undefined {
  const given = recipient?.toLowerCase();
  const named = addresses.find((address) => address.toLowerCase() === given);
  return named ?? (addresses.length === 1 ? addresses[0] : undefined);
}

const updateMail = (context: TransactionContext, id: string, record: Record<string, unknown>) =>
  invoke(context, operations.update, emails(context), { id, record });

/** Text that PostgreSQL can store. */
const storable = (text: string): string =>
  text.toWellFormed().replaceAll('\u0000', '').replaceAll(/\s+/g, ' ').trim().slice(0, maxErrorLength);
