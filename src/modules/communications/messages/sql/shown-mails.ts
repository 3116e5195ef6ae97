import type { Transaction } from '#db/database.ts';
import { type ShownMail, shownVersion } from '../html/show-mail.ts';

interface MadeMail {
  readonly id: string;
  readonly shown: ShownMail;
  /**
   * The version of the row (`xmin`) from which the rendering was made. Absent for a mail that this transaction has
   * inserted.
   */
  readonly state?: string;
}

/**
 * Stores rendered mails. The mails are locked, and those that changed since their texts were read are skipped: a trigger deletes the
 * stored rendering when the texts change, but does not see the row that another transaction is inserting.
 */
export async function saveShownMails(tx: Transaction, tenantId: string, mails: readonly MadeMail[]): Promise<void> {
  if (mails.length === 0) return;
  const rows = mails.map(({ id, shown, state }) => ({ id, ...shown, state }));
  await tx.query(
    `insert into communications_emails_shown (tenant_id, id, version, html, quoted_html, html_text, quoted_html_text, text, quoted_text,
       has_remote_content, simplified)
     select e.tenant_id, e.id, $3::int, s."html", s."quotedHtml", s."htmlText", s."quotedHtmlText", s."text", s."quotedText",
       s."hasRemoteContent", s."simplified"
     from communications_emails e
     join json_to_recordset($2::json) s(id uuid, "html" text, "quotedHtml" text, "htmlText" text, "quotedHtmlText" text, "text" text,
       "quotedText" text, "hasRemoteContent" boolean, "simplified" boolean, "state" text) on e.id = s.id
     where e.tenant_id = $1::bigint and e.xmin::text = coalesce(s."state", e.xmin::text)
     for no key update of e
     on conflict (tenant_id, id) do update set version = excluded.version, html = excluded.html, quoted_html = excluded.quoted_html,
       html_text = excluded.html_text, quoted_html_text = excluded.quoted_html_text, text = excluded.text, quoted_text = excluded.quoted_text,
       has_remote_content = excluded.has_remote_content, simplified = excluded.simplified`,
    [tenantId, JSON.stringify(rows), shownVersion],
  );
}

interface StoredTexts {
  readonly id: string;
  readonly html: string | null;
  readonly text: string | null;
  readonly state: string;
}

/** The texts of mails, for rendering. */
export const readTexts = (tx: Transaction, tenantId: string, ids: readonly string[]): Promise<StoredTexts[]> =>
  tx.query<StoredTexts>(
    `select e.id, e.html, e.text, e.xmin::text as state from communications_emails e
     where e.tenant_id = $1::bigint and e.id = any($2::uuid[])`,
    [tenantId, ids],
  );
