import { ImapSession, type StoredMessage } from '../../../imap/imap-session.ts';
import type { BounceMailboxSettings } from './settings.ts';

/** Bytes of a message that are read. Reports come first, and the returned mail after them. */
const maxMessageBytes = 1_000_000;
/** Marks a message that was read, in case it cannot be moved. */
const readFlag = '$AtriumRead';

const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || host.startsWith('127.');

/** The folder that bounces arrive in, open in a session of its own. */
export class BounceFolder {
  readonly #session: ImapSession;
  readonly #createdFolders = new Set<string>();

  private constructor(session: ImapSession) {
    this.#session = session;
  }

  /** `onNews` is called when the folder changes. The signal ends the connection. */
  static async open(settings: BounceMailboxSettings, onNews: () => void, signal: AbortSignal): Promise<BounceFolder> {
    const { host, password, folder } = settings;
    const session = await ImapSession.open(
      { ...settings, auth: { password } },
      { guard: undefined, allowPlain: isLoopback(host), resync: false, signal, onNews },
    );
    try {
      await session.openFolder(folder);
      return new BounceFolder(session);
    } catch (error) {
      session.close();
      throw error;
    }
  }

  get usable(): boolean {
    return this.#session.usable;
  }

  /** The uids of messages that were not read yet, oldest first. */
  unread(): Promise<number[]> {
    return this.#session.uidsWithout(readFlag);
  }

  /** Undefined when the message was removed meanwhile. */
  fetch(uid: number): Promise<StoredMessage | undefined> {
    return this.#session.message(uid, maxMessageBytes);
  }

  /** Marks a message as read, so that it is not read again, and moves it. False when the server does not move it. */
  async file(uid: number, folder: 'Processed' | 'Unrecognised'): Promise<boolean> {
    await this.#session.mark(uid, readFlag);
    try {
      if (!this.#createdFolders.has(folder)) await this.#session.create(folder);
      this.#createdFolders.add(folder);
      await this.#session.move([uid], folder);
      return true;
    } catch (error) {
      if (!this.#session.usable) throw error;
      return false;
    }
  }

  /** Waits for news. The next command ends it. */
  idle(): void {
    this.#session.idle();
  }

  close(): void {
    this.#session.close();
  }
}
