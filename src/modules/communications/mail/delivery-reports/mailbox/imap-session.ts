import type { ImapFlow } from 'imapflow';
import type { BounceMailboxSettings } from './settings.ts';

/** Bytes of a message that are read. Reports precede the returned mail. */
const maxMessageBytes = 1_000_000;
const timeoutMs = 30_000;
/** Marks a message that was read, in case it cannot be moved. */
const readFlag = '$AtriumRead';

export interface StoredMessage {
  readonly uid: number;
  readonly source: Buffer;
  readonly arrivedAt: Date | undefined;
}

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** A signed-in connection, with the folder open. */
export class ImapSession {
  readonly #client: ImapFlow;
  readonly #createdFolders = new Set<string>();

  constructor(client: ImapFlow) {
    this.#client = client;
  }

  /** `onNews` is called when new messages arrive. The signal ends the connection. */
  static async open(settings: BounceMailboxSettings, onNews: () => void, signal: AbortSignal): Promise<ImapSession> {
    const { host, port, secure, user, password, folder } = settings;
    // The library is loaded with the first connection, because most installations have no such mailbox.
    const { ImapFlow } = await import('imapflow');
    const client = new ImapFlow({
      host,
      port,
      secure,
      auth: { user, pass: password },
      logger: false,
      autoIdleDelay: 1000,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      ...(!secure && !isLoopback(host) && { doSTARTTLS: true }),
    });
    // Without a handler, a connection error would end the process. The next command throws the error.
    client.on('error', () => {});
    client.on('exists', onNews);
    const close = () => client.close();
    signal.addEventListener('abort', close, { once: true });
    client.once('close', () => signal.removeEventListener('abort', close));
    try {
      signal.throwIfAborted();
      await client.connect();
      await client.mailboxOpen(folder);
      return new ImapSession(client);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  get usable(): boolean {
    return this.#client.usable;
  }

  /** The uids of messages that were not read yet, oldest first. */
  async unread(): Promise<number[]> {
    const found = await this.#client.search({ deleted: false, unKeyword: readFlag }, { uid: true });
    return found || [];
  }

  /** Undefined when the message was removed meanwhile. */
  async fetch(uid: number): Promise<StoredMessage | undefined> {
    const found = await this.#client.fetchOne(
      String(uid),
      { source: { start: 0, maxLength: maxMessageBytes }, internalDate: true },
      { uid: true },
    );
    const message = found || undefined;
    if (!message?.source) return undefined;
    const arrivedAt = message.internalDate === undefined ? undefined : new Date(message.internalDate);
    return { uid, source: message.source, arrivedAt };
  }

  /** Marks a message as read, so that it is not read again, and moves it. False when the server does not move it. */
  async file(uid: number, folder: 'Processed' | 'Unrecognised'): Promise<boolean> {
    await this.#client.messageFlagsAdd(String(uid), ['\\Seen', readFlag], { uid: true });
    try {
      if (!this.#createdFolders.has(folder)) await this.#client.mailboxCreate(folder);
      this.#createdFolders.add(folder);
      return (await this.#client.messageMove(String(uid), folder, { uid: true })) !== false;
    } catch (error) {
      if (!this.#client.usable) throw error;
      return false;
    }
  }

  close(): void {
    this.#client.close();
  }
}
