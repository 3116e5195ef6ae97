import { withAllAccess } from '#core/access/platform.ts';
import type { TransactionContext } from '#core/context.ts';
import type { JsonValue } from '#core/fields/field.ts';
import { addToOutbox, notifyOutbox } from '#core/mail/outbox.ts';
import { insertMany } from '#core/operations/insert-many.ts';
import { emails } from '../../model-names.ts';
import { addCampaignRecipients } from '../batches/recipient-counts.ts';
import type { PreparedPersonMail } from './prepare-person-mails.ts';

interface More {
  /** The campaign that counts the mail. */
  readonly campaignId?: string | null | undefined;
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** The address that gets the mail in place of the person. The mail then belongs to no person and to no campaign. */
  readonly testTo?: string | undefined;
}

/**
 * Writes the record of a prepared mail and puts it into the outbox. A prepared mail has the id of its record, so it cannot be
 * sent twice. Returns the id.
 */
export async function sendPersonMail(
  within: TransactionContext,
  mail: PreparedPersonMail,
  { campaignId = null, metadata, testTo }: More,
): Promise<string> {
  const { emailId, values } = mail;
  const { tx, caller } = within;
  const envelope = testTo === undefined ? ofPerson(mail, campaignId) : ofTest(mail, testTo);
  // What becomes of the mail by itself has the same depth, so that a loop of workflows is noticed.
  const marked = within.depth ? { ...metadata, depth: within.depth } : metadata;
  const record = { ...values, ...envelope, ...common, metadata: metadataOf(marked, testTo) };
  await insertMany(withAllAccess(within), emails(within), [{ id: emailId, values: record }], { withoutHooks: true });
  if (testTo === undefined) await addCampaignRecipients(within, { campaignId, communicationsCampaignId: null }, 1);
  await addToOutbox(tx, caller.tenantId, [{ emailId }]);
  await notifyOutbox(tx);
  return emailId;
}

const common = { status: 'queued', direction: 'outbound' };

const ofPerson = ({ links, to }: PreparedPersonMail, campaignId: string | null) => ({
  type: 'marketing',
  to: [to],
  ...links,
  campaignId,
  trackOpens: true,
  trackClicks: true,
});

/** A single mail: unsubscriptions and missing consent do not stop it, and nothing is tracked. */
const ofTest = ({ values }: PreparedPersonMail, testTo: string) => ({
  type: 'single',
  to: [testTo],
  subject: `[Test] ${String(values.subject)}`,
});

const metadataOf = (metadata: More['metadata'], testTo: string | undefined): JsonValue =>
  metadata || testTo !== undefined ? ({ ...metadata, ...(testTo !== undefined && { test: true }) } as JsonValue) : null;
