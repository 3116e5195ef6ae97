import type { AddressInfo, Socket } from 'node:net';
import { text as readAll } from 'node:stream/consumers';
import { after } from 'node:test';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

export interface Arrival {
  readonly to: readonly string[];
  readonly from: string;
  readonly message: string;
  readonly secure: boolean;
  readonly user: string | undefined;
}

/** The step at which the server answers with a code, cuts the connection or stays silent. */
export interface Reaction {
  readonly mail?: number;
  readonly rcpt?: number;
  /** The text of the answer. */
  readonly text?: string;
  readonly end?: number | 'cut' | 'silent';
  readonly data?: 'cut';
}

const refusal = (responseCode: number, text = 'not today') => Object.assign(new Error(text), { responseCode });

/** A real SMTP server. It accepts a mail, unless a reaction is set for its sender or recipient. */
export class SmtpSink {
  readonly arrivals: Arrival[] = [];
  readonly reactions = new Map<string, Reaction>();
  readonly #server: SMTPServer;
  readonly #sockets = new Map<number, Socket>();
  /** Number of connections. */
  connections = 0;
  /** Number of MAIL FROM commands. */
  offered = 0;
  /** The delay of the answer to MAIL FROM. */
  delayMs = 0;
  onArrival = (): void => {};
  /** True when an access token may sign in, when XOAUTH2 is among the `authMethods`. */
  acceptsToken: (token: string) => boolean = () => false;

  constructor(options: SMTPServerOptions = {}) {
    this.#server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      onAuth: ({ username, password, accessToken }, _session, callback) => {
        const isRight = accessToken === undefined ? password === 'right' : this.acceptsToken(accessToken);
        return isRight ? callback(null, { user: username }) : callback(refusal(535, 'wrong password'));
      },
      onMailFrom: ({ address }, _session, callback) => {
        this.offered += 1;
        const { mail, text } = this.reactions.get(address) ?? {};
        const answer = () => callback(mail === undefined ? null : refusal(mail, text));
        if (this.delayMs === 0) answer();
        // The client may have left by then, and nothing else may wait for it.
        else setTimeout(answer, this.delayMs).unref();
      },
      onRcptTo: ({ address }, _session, callback) => {
        const { rcpt, text } = this.reactions.get(address) ?? {};
        callback(rcpt === undefined ? null : refusal(rcpt, text));
      },
      onData: (stream, session, callback) => {
        const { envelope, remotePort, secure, user } = session;
        const to = envelope.rcptTo.map(({ address }) => address);
        const { end, data, text } = this.reactions.get(to[0] as string) ?? {};
        const socket = this.#sockets.get(remotePort);
        if (data === 'cut') return void stream.once('data', () => socket?.destroy());
        readAll(stream).then(
          (message) => {
            if (typeof end === 'number') return callback(refusal(end, text));
            const from = envelope.mailFrom ? envelope.mailFrom.address : '';
            this.arrivals.push({ to, from, message, secure, user: user as string | undefined });
            this.onArrival();
            if (end === 'cut') return void socket?.destroy();
            if (end !== 'silent') callback();
          },
          () => {},
        );
      },
      ...options,
    });
    // The server reports an error for each connection that a test cuts.
    this.#server.on('error', () => {});
    this.#server.server.on('connection', (socket: Socket) => {
      this.connections += 1;
      const port = socket.remotePort as number;
      this.#sockets.set(port, socket);
      socket.once('close', () => this.#sockets.delete(port));
    });
  }

  static async start(options?: SMTPServerOptions): Promise<SmtpSink> {
    const sink = new SmtpSink(options);
    await new Promise<void>((resolve) => sink.#server.listen(0, '127.0.0.1', resolve));
    return sink;
  }

  static async forFile(options?: SMTPServerOptions): Promise<SmtpSink> {
    const sink = await SmtpSink.start(options);
    after(() => sink.close());
    return sink;
  }

  get port(): number {
    return (this.#server.server.address() as AddressInfo).port;
  }

  /** Cuts the connections that are open now. */
  cut(): void {
    for (const socket of this.#sockets.values()) socket.destroy();
  }

  arrived(to: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.to.includes(to));
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise<void>((resolve) => this.#server.close(resolve));
  }
}
