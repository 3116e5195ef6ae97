import assert from 'node:assert/strict';
import { eventually } from './eventually.ts';
import type { Client, Json, TestApp } from './harness.ts';
import type { SmtpSink } from './smtp-sink.ts';

/** The environment of apps whose tenants send mail to servers on this machine. */
export const mailEnv = { WEBHOOK_ALLOW_PRIVATE: 'true', EMAIL_FROM: 'Atrium <no-reply@atrium.example>' };

const transportsPath = '/api/communications/emailTransports';
const bulkPath = '/api/communications/bulk-email';

export const addresses = (count: number, prefix: string): string[] =>
  Array.from({ length: count }, (_, n) => `${prefix}${n}@example.org`);

/** A tenant that sends mail, through the API. */
export class MailSender {
  readonly client: Client;
  readonly #app: TestApp;

  private constructor(app: TestApp, client: Client) {
    this.#app = app;
    this.client = client;
  }

  /** Creates a tenant. Its transports are used in the given order. */
  static async open(app: TestApp, ...transports: Json[]): Promise<MailSender> {
    const sender = new MailSender(app, await app.tenant());
    for (const transport of transports) await sender.addTransport(transport);
    return sender;
  }

  /** The values of a transport that sends to a sink. */
  static via(sink: SmtpSink, more: Json = {}): Json {
    return { url: `smtp://127.0.0.1:${sink.port}`, ...more };
  }

  #transports = 0;
  async addTransport(transport: Json): Promise<Json> {
    this.#transports += 1;
    const defaults = {
      name: `Transport ${this.#transports}`,
      position: this.#transports,
      fromEmail: 'ada@sender.example',
    };
    return this.client.create(transportsPath, { ...defaults, ...transport });
  }

  /** Its transports, in order. */
  async transports(): Promise<Json[]> {
    return (await this.client.get(`${transportsPath}?sort=position`)).body.data;
  }

  async send(to: string, more: Json = {}): Promise<string> {
    const body = { to, subject: 'Hello', text: 'Good morning', ...more };
    const reply = await this.client.post('/api/communications/send-email', body);
    assert.equal(reply.status, 202, reply.text);
    return reply.body._id;
  }

  async bulk(recipients: readonly unknown[], more: Json = {}): Promise<string> {
    const body = { recipients, subject: 'News', html: '<p>Hello</p>', ...more };
    const reply = await this.client.post(`${bulkPath}/send`, body);
    assert.equal(reply.status, 202, reply.text);
    assert.equal(reply.body.accepted, recipients.length);
    return reply.body.batchId;
  }

  async email(id: string): Promise<Json> {
    return (await this.client.get(`/api/communications/emails/${id}`)).body;
  }

  untilStatus(id: string, status: string, timeoutMs?: number): Promise<Json> {
    return eventually(async () => {
      const record = await this.email(id);
      assert.equal(record.status, status, JSON.stringify(record));
      return record;
    }, timeoutMs);
  }

  async batch(id: string): Promise<Json> {
    return (await this.client.get(`${bulkPath}/${id}`)).body;
  }

  untilSent(batchId: string, timeoutMs?: number): Promise<Json> {
    return eventually(async () => {
      const state = await this.batch(batchId);
      assert.equal(state.status, 'sent', JSON.stringify(state));
      return state;
    }, timeoutMs);
  }

  change(batchId: string, verb: 'pause' | 'resume' | 'cancel' | 'retry-failed', body: Json = {}): Promise<Json> {
    return this.client.post(`${bulkPath}/${batchId}/${verb}`, body).then((reply) => {
      assert.equal(reply.status, 200, reply.text);
      return reply.body;
    });
  }

  /** Reads the mails of a batch, by address. */
  async mailsOf(batchId: string): Promise<Map<string, Json>> {
    const rows = await this.#app.sql(
      `select id, "to"[1] as "to", status, error, unconfirmed, transport_id from communications_emails where batch_id = $1`,
      [batchId],
    );
    return new Map(rows.map((row: Json) => [row.to, row]));
  }

  /** Reads the mails in the outbox. */
  waiting(): Promise<Json[]> {
    return this.#app.sql(
      `select o.* from mail_outbox o join tenants n on n.id = o.tenant_id where n.account_key = $1 order by o.email_id`,
      [this.client.accountKey],
    );
  }

  /** Makes waiting mails due now. */
  async makeDue(): Promise<void> {
    await this.#app.sql(
      `update mail_outbox o set next_at = now() from tenants n where n.id = o.tenant_id and n.account_key = $1 and o.claim is null`,
      [this.client.accountKey],
    );
  }

  facts(emailId: string): Promise<Json[]> {
    return this.#app.sql(`select kind from mail_facts where email_id = $1 order by kind`, [emailId]);
  }
}

/** Counts the mails for each address at the sinks. */
export function countArrivals(...sinks: SmtpSink[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { arrivals } of sinks)
    for (const { to } of arrivals) for (const one of to) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}

/** Asserts that each address got one mail, at one of the sinks. */
export function assertOnce(recipients: readonly string[], ...sinks: SmtpSink[]): void {
  const counts = countArrivals(...sinks);
  const wrong = recipients.filter((to) => counts.get(to) !== 1).map((to) => `${to}: ${counts.get(to) ?? 0}`);
  assert.deepEqual(wrong, []);
}
