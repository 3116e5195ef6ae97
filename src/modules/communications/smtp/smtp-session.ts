import net, { type LookupFunction } from 'node:net';
import { Readable } from 'node:stream';
import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { requirePublicLiteral } from '#lib/guarded-lookup.ts';
import type { SmtpError } from './classify.ts';
import type { Envelope } from './envelope.ts';
import type { SmtpServer } from './smtp-url.ts';

export interface SmtpTimeouts {
  /** Separate limit for the connection, for the greeting, and for each wait for a byte from the server. */
  readonly smtpTimeoutMs: number;
  /** Limit for one mail. A server that sends a byte now and then would otherwise hold a connection forever. */
  readonly sendDeadlineMs: number;
}

export interface Guard {
  readonly lookup: LookupFunction;
  readonly allowPrivate: boolean;
}

interface Accepted {
  readonly response: string;
  readonly rejectedErrors?: readonly SmtpError[];
}

export type Delivery =
  | { readonly accepted: Accepted; readonly error?: undefined }
  | { readonly accepted?: undefined; readonly error: SmtpError; readonly endSent: boolean };

/** Loaded at the first connection. */
let library: Promise<typeof SMTPConnection> | undefined;

/**
 * One connection to a mail server, logged in. It uses nodemailer's SMTPConnection and not its pool: the pool resends a
 * mail on another connection by itself, and does not report how far it came.
 */
export class SmtpSession {
  readonly #connection: SMTPConnection;
  readonly #timeouts: SmtpTimeouts;
  /** Rejects the call that waits for the server. */
  #fail: ((error: SmtpError) => void) | undefined;
  /** Number of mails that were sent or refused. */
  mails = 0;

  private constructor(connection: SMTPConnection, timeouts: SmtpTimeouts) {
    this.#connection = connection;
    this.#timeouts = timeouts;
    connection.on('error', (error) => this.#fail?.(error));
    // Nodemailer does not call back when the socket was destroyed already. `setImmediate` lets a more precise error
    // come first.
    connection.on('end', () => setImmediate(() => this.#fail?.(closedError())));
  }

  /** Connects and logs in. Throws errors for `classifyConnectError`. */
  static async open(server: SmtpServer, guard: Guard, timeouts: SmtpTimeouts): Promise<SmtpSession> {
    library ??= import('nodemailer/lib/smtp-connection').then((module) => module.default);
    const Connection = await library;
    const { smtpTimeoutMs } = timeouts;
    const { host, port, secure, requireTLS, ignoreTLS, name, user, password, authMethod, accessToken, tls } = server;
    const socket = await connectSocket(server, guard, smtpTimeoutMs);
    const connection = new Connection({
      connection: socket,
      host,
      port,
      secure,
      requireTLS,
      ignoreTLS,
      name,
      tls,
      connectionTimeout: smtpTimeoutMs,
      greetingTimeout: smtpTimeoutMs,
      socketTimeout: smtpTimeoutMs,
      logger: false,
    });
    const session = new SmtpSession(connection, timeouts);
    try {
      await session.#call((done) => connection.connect(done));
      if (user !== '' || password !== '' || accessToken !== undefined) {
        if (!connection.allowsAuth)
          throw Object.assign(new Error('The server offers no login. It may need smtps:, or STARTTLS.'), {
            code: 'EAUTH',
          });
        const auth =
          accessToken === undefined
            ? { user, credentials: { user, pass: password }, ...(authMethod && { method: authMethod }) }
            : { user, method: 'XOAUTH2', oauth2: bearer(user, accessToken) };
        await session.#call((done) => connection.login(auth as never, done));
      }
      return session;
    } catch (error) {
      connection.close();
      socket.destroy();
      throw error;
    }
  }

  /** False once the connection is closed, even when only the server has closed its side. */
  get usable(): boolean {
    return !this.#connection.destroyed && this.#internals._socket.writable;
  }

  get supportsUtf8(): boolean {
    return this.#internals._supportedExtensions.includes('SMTPUTF8');
  }

  /** Internals that nodemailer does not expose. */
  get #internals(): { readonly _supportedExtensions: readonly string[]; readonly _socket: net.Socket } {
    return this.#connection as never;
  }

  /** Never throws. After an error the session is closed, unless the server only refused the mail. */
  async send(envelope: Envelope, content: Buffer | Readable): Promise<Delivery> {
    // Nodemailer sends the dot when this stream has ended, not before.
    const stream = content instanceof Readable ? content : new BufferStream(content);
    const { from, to } = envelope;
    const size = Buffer.isBuffer(content) ? content.length : undefined;
    const deadline = setTimeout(() => {
      this.#fail?.(Object.assign(new Error('The mail could not be sent in time.'), { code: 'ETIMEDOUT' }));
    }, this.#timeouts.sendDeadlineMs);
    try {
      const accepted = await this.#call<Accepted>((done) =>
        this.#connection.send({ from, to: [...to], size } as never, stream, done as never),
      );
      this.mails += 1;
      return { accepted };
    } catch (error) {
      const endSent = stream.readableEnded;
      this.mails += 1;
      stream.on('error', () => {});
      stream.destroy();
      if (!(await this.#reset(error as SmtpError, endSent))) this.close();
      return { error: error as SmtpError, endSent };
    } finally {
      clearTimeout(deadline);
    }
  }

  /** Returns true when the connection works and can be used for the next mail. */
  async #reset({ code, responseCode }: SmtpError, endSent: boolean): Promise<boolean> {
    // A server that refuses a message before its end would read a command as part of the message.
    const refused = code === 'EENVELOPE' || (code === 'EMESSAGE' && endSent);
    if (!refused || responseCode === 421 || !this.usable) return false;
    return this.#call((done) => this.#connection.reset(done)).then(
      () => true,
      () => false,
    );
  }

  /** Ends an idle session. */
  quit(): void {
    if (this.usable) this.#connection.quit();
  }

  close(): void {
    this.#connection.close();
  }

  #call<T>(run: (done: (error: Error | null | undefined, result?: T) => void) => void): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#fail = reject;
      run((error, result) => (error ? reject(error) : resolve(result as T)));
    }).finally(() => {
      this.#fail = undefined;
    });
  }
}

/** The object that nodemailer asks for a token. It does not renew a refused token. */
const bearer = (user: string, accessToken: string) => ({
  getToken: (renew: boolean, done: (error: Error | null, token?: string) => void) =>
    renew ? done(new Error('The server refused the access token.')) : done(null, accessToken),
  buildXOAuth2Token: (token: string) =>
    Buffer.from(`user=${user}\x01auth=Bearer ${token}\x01\x01`, 'utf8').toString('base64'),
});

class BufferStream extends Readable {
  readonly #content: Buffer;
  constructor(content: Buffer) {
    super();
    this.#content = content;
  }
  override _read(): void {
    this.push(this.#content);
    this.push(null);
  }
}

const closedError = (): SmtpError =>
  Object.assign(new Error('The server closed the connection.'), { code: 'ECONNECTION' as const });

/** Connects to a checked address. */
function connectSocket(
  { host, port }: SmtpServer,
  { lookup, allowPrivate }: Guard,
  timeoutMs: number,
): Promise<net.Socket> {
  return new Promise((resolve, reject) => {
    requirePublicLiteral(host, allowPrivate);
    const socket = net.connect({ host, port, lookup, autoSelectFamily: true, noDelay: true });
    const timer = setTimeout(
      () => socket.destroy(Object.assign(new Error('The mail server did not answer in time.'), { code: 'ETIMEDOUT' })),
      timeoutMs,
    );
    // When several addresses fail, Node throws an AggregateError: report its first reason.
    const fail = (error: Error & { errors?: Error[] }) => {
      clearTimeout(timer);
      reject(error.errors?.[0] ?? error);
    };
    socket.once('error', fail);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', fail);
      resolve(socket);
    });
  });
}
