import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { factCounter } from '../src/modules/communications/mail/facts/fact-counter.ts';
import { type Fact, recordFacts } from '../src/modules/communications/mail/facts/record-facts.ts';
import type { Client, Json, TestApp } from './harness.ts';

/** Creates mails and facts of a tenant, for tests of counters. */
export class MailFacts {
  readonly #app: TestApp;
  readonly #by: Client;
  #tenantId: string | undefined;

  constructor(app: TestApp, by: Client) {
    this.#app = app;
    this.#by = by;
  }

  async tenantId(): Promise<string> {
    if (this.#tenantId === undefined) {
      const [row] = await this.#app.sql('select id::text from tenants where account_key = $1', [this.#by.accountKey]);
      this.#tenantId = row.id as string;
    }
    return this.#tenantId;
  }

  /** Creates sent mails. */
  async mails(count: number, values: Json = {}): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) {
      const size = Math.min(1000, count - ids.length);
      const operations = Array.from({ length: size }, (_, n) => ({
        op: 'create',
        record: { subject: 'Hello', to: [`p${ids.length + n}@example.com`], status: 'sent', ...values },
      }));
      const reply = await this.#by.post('/api/communications/emails/bulk?return=minimal', { operations });
      if (reply.status !== 200) throw new Error(reply.text);
      ids.push(...reply.body.results.map(({ _id }: Json) => _id));
    }
    return ids;
  }

  /** Records facts, without counting them at once. */
  async record(facts: readonly Fact[]): Promise<Fact[]> {
    const tenantId = await this.tenantId();
    return this.#app.app.services.db.transaction(tenantId, (tx) => recordFacts(tx, tenantId, facts));
  }

  /** Makes an open, or a click with a link. The first one of a mail is another fact. */
  open = (emailId: string, at?: Date): Fact => ({ emailId, kind: 'opened', id: randomUUID(), ...(at && { at }) });
  click = (emailId: string, link: string, at?: Date): Fact => ({
    emailId,
    kind: 'clicked',
    id: randomUUID(),
    link,
    ...(at && { at }),
  });

  async wake(): Promise<void> {
    this.#app.app.services.of(factCounter).wake(await this.tenantId());
  }

  /** Waits until all facts are counted. */
  async counted(): Promise<void> {
    await this.wake();
    const tenantId = await this.tenantId();
    const deadline = Date.now() + 30_000;
    for (;;) {
      const [{ left }] = await this.#app.sql('select count(*)::int as left from mail_uncounted where tenant_id = $1', [
        tenantId,
      ]);
      if (left === 0) return;
      if (Date.now() > deadline) throw new Error(`${left} facts are not counted`);
      await sleep(20);
    }
  }
}
