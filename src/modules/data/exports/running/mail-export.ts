import { companyOf } from '#core/company/company.ts';
import type { TransactionContext } from '#core/context.ts';
import { enqueueMail } from '#core/mail/outbox.ts';
import { paragraphs } from '#lib/mail.ts';
import { activeAddresses } from '../../../identity/contract.ts';
import type { ExportRecord } from '../records/export-record.ts';

const texts = {
  en: {
    ready: (name: string, rows: string) => `The export “${name}” is ready: ${rows} records.`,
    open: 'Sign in to download it. The file is deleted after 7 days.',
  },
  de: {
    ready: (name: string, rows: string) => `Der Export „${name}“ ist fertig: ${rows} Datensätze.`,
    open: 'Melden Sie sich an, um ihn herunterzuladen. Die Datei wird nach 7 Tagen gelöscht.',
  },
};

/** Mails the recipients of a schedule a link to its export. The link needs a sign-in, so a forwarded mail gives nothing away. */
export async function mailExport(
  context: TransactionContext,
  { _id, name, scheduleId, viewerIds }: ExportRecord,
  rows: number,
): Promise<void> {
  if (scheduleId === null || !viewerIds?.length) return;
  const { language } = await companyOf(context);
  const { ready, open } = language.startsWith('de') ? texts.de : texts.en;
  const subject = ready(name, rows.toLocaleString(language.startsWith('de') ? 'de' : 'en'));
  const link = `${context.services.publicUrl()}/app/exports?id=${_id}`;
  for (const address of await activeAddresses(context.tx, context.caller.tenantId, viewerIds))
    await enqueueMail(context, address, {
      subject: subject.replaceAll(/\s+/g, ' ').slice(0, 200),
      ...paragraphs(subject, open, link),
    });
}
