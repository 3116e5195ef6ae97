import type { FetchQueryObject, ImapFlow, ImapFlowOptions, ListResponse, SearchObject } from 'imapflow';
import { requirePublicLiteral } from '#lib/guarded-lookup.ts';
import type { Guard } from '../smtp/smtp-session.ts';

const timeoutMs = 30_000;
/** Covers one message and the response around it. */
const maxResponseBytes = 64_000_000;

export interface FolderStatus {
  readonly path: string;
  readonly uidValidity: bigint;
  readonly uidNext: number;
  readonly messages: number;
  readonly modSeq: bigint | undefined;
}

/** The state of a folder at the last synchronisation. */
export interface KnownState {
  readonly uidValidity: bigint;
  readonly modSeq: bigint | undefined;
}

/** Messages whose flags changed, and those that left the folder. */
export interface FolderChanges {
  readonly seen: ReadonlyMap<number, boolean>;
  readonly vanished: readonly number[];
}

export interface OpenFolder extends FolderStatus {
  /** Undefined when the server does not report changes at the opening of a folder (QRESYNC). */
  readonly changes: FolderChanges | undefined;
}

export interface MessageFacts {
  readonly uid: number;
  readonly size: number;
  readonly seen: boolean;
  readonly isDraft: boolean;
  readonly receivedAt: Date | undefined;
  readonly threadId: string | undefined;
}

/** How to sign in at a server. */
interface ImapLogin {
  readonly host: string;
  readonly port: number;
  /** TLS from the first byte; otherwise STARTTLS. */
  readonly secure: boolean;
  readonly user: string;
  readonly auth: { readonly password: string } | { readonly accessToken: string };
}

interface SessionOptions {
  /** Undefined for a server that the operator has named. */
  readonly guard: Guard | undefined;
  /** A server without TLS is accepted. */
  readonly allowPlain: boolean;
  /**
   * The server reports changes when a folder is opened (QRESYNC). imapflow does not subtract messages that such a server removes from its
   * count, and announces new ones by that count: after news, the folder must be opened again.
   */
  readonly resync: boolean;
  /** Closes the connection. */
  readonly signal: AbortSignal;
  /** Called when the server reports a change of the open folder. */
  onNews(): void;
  /** Called when the connection is closed, by either side. */
  onClose?(): void;
}

export interface StoredMessage {
  readonly uid: number;
  readonly source: Buffer;
  readonly receivedAt: Date | undefined;
}

const dateOf = (date: Date | string | undefined): Date | undefined => (date === undefined ? undefined : new Date(date));

const isSeen = (flags: ReadonlySet<string> | undefined): boolean => flags?.has('\\Seen') ?? false;

/** A signed-in connection to an IMAP server. Its methods throw when the connection is lost. */
export class ImapSession {
  readonly #client: ImapFlow;
  /** The changes that the server reports while it opens a folder. */
  #collected: { seen: Map<number, boolean>; vanished: number[] } | undefined;
  /** Number of commands of this session, except those of signing in. */
  commands = 0;

  private constructor(client: ImapFlow, onNews: () => void) {
    this.#client = client;
    client.on('exists', onNews);
    client.on('expunge', ({ uid }: { uid?: number }) => {
      if (this.#collected && uid !== undefined) this.#collected.vanished.push(uid);
      else onNews();
    });
    client.on('flags', ({ uid, flags }) => {
      if (this.#collected && uid !== undefined) this.#collected.seen.set(uid, isSeen(flags));
      else onNews();
    });
  }

  static async open(
    { host, port, secure, user, auth }: ImapLogin,
    { guard, allowPlain, resync, signal, onNews, onClose }: SessionOptions,
  ): Promise<ImapSession> {
    if (guard) requirePublicLiteral(host, guard.allowPrivate);
    // Loaded with the first mailbox.
    const { ImapFlow } = await import('imapflow');
    const options: ImapFlowOptions = {
      host,
      port,
      secure,
      auth: { user, ...('password' in auth ? { pass: auth.password } : { accessToken: auth.accessToken }) },
      logger: false,
      qresync: resync,
      disableAutoIdle: true,
      // Compression costs a node 250 KB for each connection.
      disableCompression: true,
      connectionTimeout: timeoutMs,
      greetingTimeout: timeoutMs,
      maxLiteralSize: maxResponseBytes,
      maxResponseSize: maxResponseBytes + 1_000_000,
      maxLockHoldTime: false,
      ...(guard && { tls: { lookup: guard.lookup, autoSelectFamily: true } as never }),
      ...(!secure && !allowPlain && { doSTARTTLS: true }),
    };
    const client = new ImapFlow(options);
    // Without a handler, a connection error would end the process. The next command throws the error.
    client.on('error', () => {});
    const close = () => client.close();
    signal.addEventListener('abort', close, { once: true });
    client.once('close', () => {
      signal.removeEventListener('abort', close);
      onClose?.();
    });
    try {
      signal.throwIfAborted();
      await client.connect();
      return new ImapSession(client, onNews);
    } catch (error) {
      client.close();
      throw error;
    }
  }

  get usable(): boolean {
    return this.#client.usable;
  }

  /** The path of the open folder. */
  get openPath(): string | undefined {
    return this.#client.mailbox ? this.#client.mailbox.path : undefined;
  }

  /** The UIDVALIDITY of the open folder. */
  get openUidValidity(): string | undefined {
    return this.#client.mailbox ? String(this.#client.mailbox.uidValidity) : undefined;
  }

  folders(): Promise<ListResponse[]> {
    this.commands += 1;
    return this.#client.list();
  }

  /** Undefined when the folder does not exist. */
  async status(path: string): Promise<FolderStatus | undefined> {
    this.commands += 1;
    const query = { uidNext: true, uidValidity: true, messages: true, highestModseq: true };
    try {
      const found = await this.#client.status(path, query);
      if (!found) throw new Error(`the folder ${path} cannot be read`);
      return {
        path,
        uidValidity: found.uidValidity ?? 0n,
        uidNext: found.uidNext ?? 0,
        messages: found.messages ?? 0,
        modSeq: found.highestModseq,
      };
    } catch (error) {
      if ((error as { code?: string }).code === 'NotFound') return undefined;
      throw error;
    }
  }

  /** Opens a folder, even when it is open already. Returns the changes since `known`, if the server reports them. */
  async openFolder(path: string, known?: KnownState): Promise<OpenFolder> {
    this.commands += 1;
    this.#collected = { seen: new Map(), vanished: [] };
    try {
      const asksChanges = known?.modSeq !== undefined && known.modSeq > 0n;
      const options = asksChanges ? { changedSince: known.modSeq, uidValidity: known.uidValidity } : {};
      const opened = await this.#client.mailboxOpen(path, options as never);
      const { uidValidity, uidNext, exists, highestModseq, noModseq } = opened;
      const answered = (opened as { qresync?: boolean }).qresync === true;
      const modSeq = noModseq ? undefined : highestModseq;
      return { path, uidValidity, uidNext, messages: exists, modSeq, changes: answered ? this.#collected : undefined };
    } finally {
      this.#collected = undefined;
    }
  }

  /** Messages of the open folder whose flags changed since then, for servers with CONDSTORE. */
  async changedFlags(since: bigint): Promise<ReadonlyMap<number, boolean>> {
    return this.#flags('1:*', { changedSince: since });
  }

  /** The flags of messages of the open folder. */
  async flagsOf(uids: string): Promise<ReadonlyMap<number, boolean>> {
    return this.#flags(uids, {});
  }

  async #flags(range: string, options: { changedSince?: bigint }): Promise<ReadonlyMap<number, boolean>> {
    const seen = new Map<number, boolean>();
    const query: FetchQueryObject = { uid: true, flags: true };
    for (const { uid, flags } of await this.#fetchAll(range, query, options)) seen.set(uid, isSeen(flags));
    return seen;
  }

  /** The uids of all messages in the open folder, or of those that came since a time. */
  uids(since?: Date): Promise<number[]> {
    return this.#search(since ? { since } : { all: true });
  }

  /** The uids of messages in the open folder that do not have this keyword. */
  uidsWithout(keyword: string): Promise<number[]> {
    return this.#search({ deleted: false, unKeyword: keyword });
  }

  async #search(query: SearchObject): Promise<number[]> {
    this.commands += 1;
    const found = await this.#client.search(query, { uid: true });
    if (!Array.isArray(found)) throw new Error('the server did not list its messages');
    return found;
  }

  async facts(range: string): Promise<MessageFacts[]> {
    const query = { uid: true, size: true, flags: true, internalDate: true, threadId: true };
    const found = await this.#fetchAll(range, query);
    return found.map(({ uid, size = 0, flags, internalDate, threadId }) => ({
      uid,
      size,
      seen: isSeen(flags),
      isDraft: flags?.has('\\Draft') ?? false,
      receivedAt: dateOf(internalDate),
      threadId,
    }));
  }

  /** The messages that still exist, up to `maxBytes` of each. */
  async sources(uids: readonly number[], maxBytes?: number): Promise<Map<number, Buffer>> {
    const source = maxBytes === undefined ? true : { start: 0, maxLength: maxBytes };
    const found = await this.#fetchAll(uids.join(','), { uid: true, source });
    return new Map(found.flatMap(({ uid, source: bytes }) => (bytes ? [[uid, bytes] as const] : [])));
  }

  /** The first bytes of a message; undefined when it is not there any more. */
  async message(uid: number, maxBytes: number): Promise<StoredMessage | undefined> {
    const query = { uid: true, source: { start: 0, maxLength: maxBytes }, internalDate: true };
    const [found] = await this.#fetchAll(String(uid), query);
    return found?.source && { uid, source: found.source, receivedAt: dateOf(found.internalDate) };
  }

  /** The header of each message in the open folder. */
  async headers(range: string): Promise<Map<number, { header: Buffer; seen: boolean }>> {
    const found = await this.#fetchAll(range, { uid: true, headers: true, flags: true });
    return new Map(
      found.map(({ uid, headers, flags }) => [uid, { header: headers ?? Buffer.alloc(0), seen: isSeen(flags) }]),
    );
  }

  async #fetchAll(range: string, query: FetchQueryObject, options: { changedSince?: bigint } = {}) {
    this.commands += 1;
    const found = await this.#client.fetchAll(range, query, { uid: true, ...options });
    // A lost connection ends a FETCH like an empty one.
    if (!this.#client.usable) throw new Error('the connection was lost');
    return found;
  }

  async setSeen(uids: readonly number[], seen: boolean): Promise<void> {
    this.commands += 1;
    const range = uids.join(',');
    const done = seen
      ? await this.#client.messageFlagsAdd(range, ['\\Seen'], { uid: true })
      : await this.#client.messageFlagsRemove(range, ['\\Seen'], { uid: true });
    // `done` is false after a lost connection too.
    if (!done) throw new Error('the server did not change the read state of a message');
  }

  /** Marks a message as seen and with a keyword, as far as the server keeps such marks. */
  async mark(uid: number, keyword: string): Promise<void> {
    this.commands += 1;
    await this.#client.messageFlagsAdd(String(uid), ['\\Seen', keyword], { uid: true });
  }

  /** Moves messages of the open folder. Returns their new uids, where the server tells them. */
  async move(uids: readonly number[], path: string): Promise<ReadonlyMap<number, number>> {
    this.commands += 1;
    const moved = await this.#client.messageMove(uids.join(','), path, { uid: true });
    if (moved === false) throw new Error(`the server did not move a message to ${path}`);
    return moved.uidMap ?? new Map();
  }

  async create(path: string): Promise<void> {
    this.commands += 1;
    await this.#client.mailboxCreate(path);
  }

  /** True when the open folder has a message with this Message-ID. */
  async hasMessageId(messageId: string): Promise<boolean> {
    this.commands += 1;
    const found = await this.#client.search({ header: { 'message-id': messageId } }, { uid: true });
    return Array.isArray(found) && found.length > 0;
  }

  async append(path: string, message: Buffer): Promise<void> {
    this.commands += 1;
    const appended = await this.#client.append(path, message, ['\\Seen']);
    if (appended === false) throw new Error(`the server did not take a message for ${path}`);
  }

  /** Waits for changes of the open folder. The next command ends it. */
  idle(): void {
    this.#client.idle().catch(() => {});
  }

  async signOut(): Promise<void> {
    await this.#client.logout().catch(() => {});
    this.#client.close();
  }

  close(): void {
    this.#client.close();
  }
}
