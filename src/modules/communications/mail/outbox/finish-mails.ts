import type { TransactionContext } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { updateMany } from '#core/operations/update-many.ts';
import { recountConversations } from '../../conversations/contract.ts';
import { emails } from '../../model-names.ts';
import { pauseTransport, resumeTransport } from '../../smtp/transport-pauses.ts';
import { depthOfMail } from '../facts/depth-of-mail.ts';
import { type Fact, recordFacts } from '../facts/record-facts.ts';
import { type LaterMail, mailTable, retryDelaysMs } from '../queue/mail-queue.ts';
import { suppress } from '../suppression/suppress.ts';
import { saveTransportStatus } from '../transports/find-transport.ts';
import { applyToMailboxes } from './apply-to-mailboxes.ts';
import type { FinishedMail, Outcome } from './claimed-mail.ts';
import { keepTransports, returnUse } from './sql/transports.ts';

/** Retry period of a mail that no transport accepts. */
const giveUpAfterMs = 48 * 3_600_000;
const firstTransportDelayMs = 30_000;
const maxTransportDelayMs = 3_600_000;

export const unconfirmedMessage =
  'The connection broke after the mail was handed over, so it may have arrived. It is not sent again by itself.';

/**
 * Writes the results of mails in one transaction: removes them from the outbox or makes them due again later, updates
 * the record with its event, writes the facts, and updates transports and addresses. Results of a claim that was lost
 * meanwhile are skipped. Returns the ids of the others.
 */
export async function finishMails(
  context: TransactionContext,
  claim: string,
  finished: readonly FinishedMail[],
): Promise<Set<string>> {
  const { tx, caller } = context;
  const postponed = finished.flatMap((one) => postponementOf(one) ?? []);
  const later = new Set(postponed.map(({ id }) => id));
  const final = finished.map(({ claimed }) => claimed.emailId).filter((id) => !later.has(id));
  const ofClaim = mailTable.of(tx, caller.tenantId, claim);
  const kept = new Set([...(await ofClaim.finish(final)), ...(await ofClaim.postpone(postponed))]);
  const written = finished.filter(({ claimed }) => kept.has(claimed.emailId));
  // A transport may be deleted while it is used. Records must then not refer to it, and it has no status.
  const used = new Set(written.flatMap(({ claimed }) => claimed.settings?.id ?? []));
  const transports = await keepTransports(tx, caller.tenantId, [...used]);
  for (const one of written) if (!later.has(one.claimed.emailId)) logLost(context, one);
  const records = written.filter(({ claimed, outcome }) => 'stored' in claimed.content && outcome.kind !== 'released');
  for (const [depth, some] of Map.groupBy(records, depthOf)) {
    const rows = some.map((one) => ({
      id: one.claimed.emailId,
      values: stateOf(one, later.has(one.claimed.emailId), transports),
    }));
    await updateMany({ ...context, depth }, emails(context), rows, { withoutHooks: true });
  }
  const facts = records.flatMap((one): Fact[] => factOf(one, later.has(one.claimed.emailId)));
  await recordFacts(tx, caller.tenantId, facts);
  await applyToTransports(context, written, transports);
  await applyToMailboxes(context, written);
  for (const one of records) await suppressUnknown(context, one);
  await recountConversations(context, records.flatMap(conversationOf));
  return kept;
}

const depthOf = ({ claimed: { content } }: FinishedMail): number =>
  'stored' in content ? depthOfMail(content.stored.metadata) : 0;

const conversationOf = ({ claimed: { content } }: FinishedMail): string[] =>
  'stored' in content && content.stored.conversationId !== null ? [content.stored.conversationId] : [];

/** The time when the mail is due again; undefined when it is done. */
function postponementOf({ claimed, outcome }: FinishedMail): LaterMail | undefined {
  const { emailId: id, tries, waitedMs, settings } = claimed;
  if (outcome.kind === 'released') return { id, delayMs: 0, tries: 0, error: null };
  // A retry would need another sender.
  if (outcome.kind === 'transport' && outcome.onlyThisMail) return undefined;
  const error = 'message' in outcome ? shortened(outcome.message) : null;
  const isPlatformMail = 'sealed' in claimed.content;
  // An account link that arrives twice does no harm; one that never arrives does.
  const laterForPlatform = isPlatformMail && (outcome.kind === 'deferred' || outcome.kind === 'unknown');
  if (outcome.kind === 'deferred' && !isPlatformMail) {
    const delayMs = retryDelaysMs[tries];
    return delayMs === undefined ? undefined : { id, delayMs, tries: 1, error };
  }
  if ((outcome.kind !== 'transport' && !laterForPlatform) || waitedMs > giveUpAfterMs) return undefined;
  // Transports of a tenant have their own pauses, so the next transport may take the mail at once.
  if (settings && outcome.kind === 'transport') return { id, delayMs: 0, tries: 0, error };
  const delayMs = Math.min(firstTransportDelayMs * 2 ** tries, maxTransportDelayMs);
  return { id, delayMs, tries: 1, error };
}

function stateOf(
  { claimed, outcome, messageId, subject }: FinishedMail,
  isLater: boolean,
  transports: ReadonlySet<string>,
): Record<string, string | number | boolean | null> {
  const transportId = claimed.settings?.id;
  const common = {
    attemptCount: claimed.tries + 1,
    ...(transportId !== undefined && transports.has(transportId) && { transportId }),
    ...(messageId !== undefined && { messageId }),
    ...(subject !== undefined && { subject }),
  };
  const now = new Date().toISOString();
  switch (outcome.kind) {
    case 'accepted': {
      const rejected = outcome.rejected?.map(({ address, message }) => `${address}: ${message}`).join('\n');
      return { ...common, status: 'sent', sentAt: now, error: rejected ? shortened(rejected) : null };
    }
    case 'refused':
      return { ...common, status: 'bounced', bouncedAt: now, bounceType: 'hard', error: shortened(outcome.message) };
    case 'unknown':
      return {
        ...common,
        status: 'failed',
        unconfirmed: true,
        error: shortened(`${unconfirmedMessage} ${outcome.message}`),
      };
    case 'suppressed':
      return { status: 'cancelled', error: `The address is suppressed: ${outcome.reason}.` };
    case 'released':
      return {};
    default:
      return { ...common, ...(!isLater && { status: 'failed' }), error: shortened(outcome.message) };
  }
}

const shortened = (text: string): string => text.slice(0, 2000);

function factOf({ claimed: { emailId }, outcome: { kind } }: FinishedMail, isLater: boolean): Fact[] {
  if (kind === 'accepted') return [{ emailId, kind: 'sent' }];
  if (kind === 'refused') return [{ emailId, kind: 'bounced' }];
  if (kind === 'unknown' || kind === 'failed' || (!isLater && (kind === 'deferred' || kind === 'transport')))
    return [{ emailId, kind: 'failed' }];
  return [];
}

/** Logs a lost mail of the platform, because it has no record for the error. */
function logLost(
  { services: { log }, caller: { tenantId } }: TransactionContext,
  { claimed, outcome }: FinishedMail,
): void {
  if ('sealed' in claimed.content && outcome.kind !== 'accepted')
    log.error({ tenantId, mail: claimed.emailId, outcome }, 'a mail of the platform could not be sent');
}

/**
 * Results without handover: no mail server saw the mail, or it could not accept it. They do not count against the daily
 * limit.
 */
const notHandedOver: ReadonlySet<Outcome['kind']> = new Set(['released', 'suppressed', 'failed', 'transport']);

/** Updates each transport with one statement, not one per mail. */
async function applyToTransports(
  context: TransactionContext,
  finished: readonly FinishedMail[],
  transports: ReadonlySet<string>,
): Promise<void> {
  const { tx, caller } = context;
  const byTransport = Map.groupBy(finished, ({ claimed }) => claimed.settings?.id);
  for (const [id, ofTransport] of byTransport) {
    if (id === undefined || !transports.has(id)) continue;
    const unused = ofTransport.filter(({ outcome }) => notHandedOver.has(outcome.kind)).length;
    if (unused > 0) await returnUse(tx, caller.tenantId, id, unused);
    const failures = ofTransport.flatMap(({ outcome }) =>
      outcome.kind === 'transport' && !outcome.onlyThisMail ? [outcome] : [],
    );
    const stopped = failures.find(({ stop }) => stop);
    if (stopped) await saveStatus(context, id, { status: 'stopped', reason: stopped.message });
    else if (failures[0]) {
      await pauseTransport(tx, caller.tenantId, id);
      await saveStatus(context, id, { status: 'failing', reason: failures[0].message });
    } else if (ofTransport.some(({ outcome }) => outcome.kind === 'accepted')) {
      if (await resumeTransport(tx, caller.tenantId, id)) await saveStatus(context, id, { status: 'ok' });
    }
  }
}

/** Saves the status of a transport. A transport that was deleted meanwhile has none. */
async function saveStatus(...parameters: Parameters<typeof saveTransportStatus>): Promise<void> {
  try {
    await saveTransportStatus(...parameters);
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error;
  }
}

/**
 * Suppresses an address when the server says that the mailbox does not exist. Other refusals are about the message or
 * the sender.
 */
async function suppressUnknown(context: TransactionContext, { claimed, outcome }: FinishedMail): Promise<void> {
  if (outcome.kind !== 'refused' || !('stored' in claimed.content)) return;
  const { to, cc, bcc } = claimed.content.stored;
  const email = to[0];
  const onlyOne = to.length === 1 && cc.length + bcc.length === 0;
  if (email === undefined || !onlyOne || !/\b5\.1\.[0-9]+\b|\b55[013]\b/.test(outcome.message)) return;
  await suppress(context, { email, reason: 'bounced', emailId: claimed.emailId, notes: shortened(outcome.message) });
}
