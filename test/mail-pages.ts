import { LinkSigner, type MailLinks } from '../src/modules/communications/mail/tracking/mail-links.ts';
import type { Json, Reply, TestApp } from './harness.ts';
import { until } from './process.ts';

const browserAgent =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Safari/537.36';

/** A mail that was sent an hour ago, with its links. */
export interface SentMail {
  readonly id: string;
  readonly tenantId: string;
  readonly links: MailLinks;
}

/** Creates mails of the default tenant, and sends requests of their recipients. */
export class MailPages {
  readonly #app: TestApp;
  readonly signer: LinkSigner;

  constructor(app: TestApp) {
    this.#app = app;
    this.signer = new LinkSigner(app.app.services);
  }

  async mail(fields: Json = {}, client = this.#app.admin): Promise<SentMail> {
    const record = await client.create('/api/communications/emails', {
      to: ['ada@example.com'],
      from: 'news@example.org',
      fromName: 'Example News',
      subject: 'News',
      status: 'sent',
      sentAt: new Date(Date.now() - 3_600_000).toISOString(),
      ...fields,
    });
    const [{ id: tenantId }] = await this.#app.sql('select id from tenants where account_key = $1', [
      client.accountKey,
    ]);
    return { id: record._id, tenantId, links: this.signer.of(tenantId, record._id) };
  }

  /** Sends a request like a browser, unless `headers` say otherwise. */
  visit(url: string, method = 'GET', headers: Record<string, string> = {}, body?: string): Promise<Reply> {
    const type: Record<string, string> =
      body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' };
    const all = { 'user-agent': browserAgent, accept: 'text/html', ...type, ...headers };
    return this.#app.anonymous.request(method, url.replace(this.#app.url, ''), body, all);
  }

  post(url: string, fields: Record<string, string | string[]> = {}): Promise<Reply> {
    const form = new URLSearchParams();
    for (const [name, values] of Object.entries(fields)) for (const value of [values].flat()) form.append(name, value);
    return this.visit(url, 'POST', {}, form.toString());
  }

  /** Counts the facts of a mail by kind. */
  async facts(emailId: string): Promise<Record<string, number>> {
    const rows = await this.#app.sql(
      'select kind, count(*)::int as count from mail_facts where email_id = $1 group by kind order by kind',
      [emailId],
    );
    return Object.fromEntries(rows.map(({ kind, count }: Json) => [kind, count]));
  }

  /** Waits until a mail has this many facts of a kind. */
  async waitForFacts(emailId: string, kind: string, count = 1): Promise<Record<string, number>> {
    return until(
      `${count} facts ${kind}`,
      async () => {
        const facts = await this.facts(emailId);
        return (facts[kind] ?? 0) >= count && facts;
      },
      15_000,
    );
  }
}
