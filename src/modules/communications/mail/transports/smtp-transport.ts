import { classifyConnectError, classifySendError, messageOf, type SmtpError } from '../../smtp/classify.ts';
import type { SendResult } from '../../smtp/send-result.ts';
import { type Guard, SmtpSession, type SmtpTimeouts } from '../../smtp/smtp-session.ts';
import type { SmtpServer } from '../../smtp/smtp-url.ts';
import type { DkimKey } from './dkim-keys.ts';
import { composeMessage, type Message, whyNotSendable } from './message.ts';
import type { OutgoingMail, Transport } from './transport.ts';

/** Timeout for the connection, for the greeting, and for each answer. */
const smtpTimeoutMs = 20_000;
/** Time limit for one mail on an open connection. With the connection, `send` takes at most a minute more. */
const sendDeadlineMs = 300_000;

/** A connection is closed after this number of mails, as many servers demand, or after this idle time. */
const maxMailsPerConnection = 100;
const idleTimeoutMs = 10_000;

export interface SmtpTransportOptions {
  readonly id: string | null;
  readonly server: SmtpServer;
  readonly maxConnections: number;
  /** The own sender of the transport; null when it has none. */
  readonly fromEmail: string | null;
  /** Called for each new connection. */
  guard(): Promise<Guard>;
  /** Returns the key that signs mails of a sender. */
  dkimKey(sender: string): Promise<DkimKey | undefined>;
  readonly timeouts?: SmtpTimeouts;
}

/** Sends mail to one server, over at most `maxConnections` connections that are kept open. */
export class SmtpTransport implements Transport {
  readonly id: string | null;
  readonly maxConnections: number;
  readonly #options: SmtpTransportOptions;
  readonly #timeouts: SmtpTimeouts;
  readonly #idle: SmtpSession[] = [];
  /** Calls that wait for another one to finish. */
  readonly #waiting: (() => void)[] = [];
  readonly #running = new Set<Promise<unknown>>();
  #busy = 0;
  #idleTimer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(options: SmtpTransportOptions) {
    this.id = options.id;
    this.maxConnections = options.maxConnections;
    this.#options = options;
    this.#timeouts = options.timeouts ?? { smtpTimeoutMs, sendDeadlineMs };
  }

  send(mail: OutgoingMail): Promise<SendResult> {
    return this.#track(this.#send(mail));
  }

  async #send(mail: OutgoingMail): Promise<SendResult> {
    const reason = whyNotSendable(mail);
    if (reason !== undefined) return { kind: 'refused', message: reason };
    const message = await composeMessage(mail, await this.#options.dkimKey(mail.from.address));
    return this.#withSlot(async () => {
      const session = await this.#session().catch((error: SmtpError) => classifyConnectError(error));
      if (!(session instanceof SmtpSession)) return session;
      try {
        return await this.#deliver(session, mail, message);
      } finally {
        this.#release(session);
      }
    });
  }

  async #deliver(session: SmtpSession, mail: OutgoingMail, message: Message): Promise<SendResult> {
    if (message.needsUtf8 && !session.supportsUtf8) {
      return {
        kind: 'transport',
        stop: false,
        onlyThisMail: true,
        message: 'The mail server does not support addresses with letters outside ASCII (SMTPUTF8).',
      };
    }
    const { accepted, error, ...progress } = await session.send(message.envelope, await message.open());
    if (error) return classifySendError(error, { endSent: false, ...progress, ownSender: this.#isOwnSender(mail) });
    const rejected = accepted.rejectedErrors?.map((one) => ({
      address: String(one.recipient),
      message: messageOf(one),
    }));
    if (!rejected?.length) return { kind: 'accepted', response: accepted.response };
    const refused = rejected.map(({ address, message }) => `${address}: ${message}`).join('; ');
    return { kind: 'accepted', response: `${accepted.response} (not for ${refused})`, rejected };
  }

  /** True when the sender comes from the settings of the transport, not from the mail. */
  #isOwnSender({ from, envelopeFrom }: OutgoingMail): boolean {
    const { fromEmail } = this.#options;
    if (envelopeFrom !== null && !same(envelopeFrom, from.address)) return true;
    return fromEmail !== null && same(fromEmail, from.address);
  }

  async verify(): Promise<SendResult | undefined> {
    try {
      const session = await this.#open();
      session.quit();
      return undefined;
    } catch (error) {
      return classifyConnectError(error as SmtpError);
    }
  }

  /** Returns an idle session, the most recently used one first, or a new one. */
  async #session(): Promise<SmtpSession> {
    for (let session = this.#idle.pop(); session; session = this.#idle.pop()) if (session.usable) return session;
    return this.#open();
  }

  async #open(): Promise<SmtpSession> {
    const { server, guard } = this.#options;
    return SmtpSession.open(server, await guard(), this.#timeouts);
  }

  #release(session: SmtpSession): void {
    if (!session.usable) return;
    if (this.#closed || session.mails >= maxMailsPerConnection) {
      session.quit();
      return;
    }
    this.#idle.push(session);
    this.#idleTimer ??= setTimeout(() => this.#closeIdle(), idleTimeoutMs).unref();
    this.#idleTimer.refresh();
  }

  #closeIdle(): void {
    for (const session of this.#idle.splice(0)) session.quit();
  }

  async #withSlot<T>(run: () => Promise<T>): Promise<T> {
    if (this.#busy >= this.maxConnections) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#busy += 1;
    try {
      return await run();
    } finally {
      const next = this.#waiting.shift();
      // The next call takes over the slot.
      if (next) next();
      else this.#busy -= 1;
    }
  }

  #track<T>(call: Promise<T>): Promise<T> {
    this.#running.add(call);
    const done = () => this.#running.delete(call);
    call.then(done, done);
    return call;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#idleTimer);
    this.#closeIdle();
  }

  /** Resolves when the mails in progress are done. */
  async finished(): Promise<void> {
    await Promise.allSettled([...this.#running]);
  }
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
