import net from 'node:net';

interface StoredMessage {
  readonly uid: number;
  readonly source: Buffer;
  readonly flags: Set<string>;
}

interface Folder {
  uidValidity: number;
  uidNext: number;
  readonly messages: StoredMessage[];
}

interface Session {
  readonly socket: net.Socket;
  user: string | undefined;
  folder: Folder | undefined;
  /** The UIDVALIDITY of the folder when it was opened. */
  uidValidity: number;
  path: string;
  idleTag: string | undefined;
}

/**
 * An IMAP server for protocol paths that a real one does not take on demand: no CONDSTORE and QRESYNC, cut connections,
 * and renumbered folders. Every user has INBOX and Sent; the password is `right`.
 */
export class ScriptedImap {
  acceptsToken: (token: string) => boolean = () => false;
  /** The number of the command, counted from now, at which the connection is cut instead of an answer. */
  cutAt: number | undefined;
  /** Received commands, except those of signing in. */
  commands: string[] = [];
  /** The largest number of concurrent sessions of one user. */
  mostSessions = 0;
  readonly #sessions = new Set<Session>();
  readonly #folders = new Map<string, Folder>();
  readonly #server = net.createServer((socket) => this.#serve(socket));

  static async start(): Promise<ScriptedImap> {
    const server = new ScriptedImap();
    await new Promise<void>((resolve) => server.#server.listen(0, '127.0.0.1', resolve));
    return server;
  }

  get port(): number {
    return (this.#server.address() as net.AddressInfo).port;
  }

  folder(user: string, path: string): Folder {
    const key = `${user} ${path}`;
    let folder = this.#folders.get(key);
    if (!folder) {
      folder = { uidValidity: 1, uidNext: 1, messages: [] };
      this.#folders.set(key, folder);
    }
    return folder;
  }

  deliver(user: string, source: string, path = 'INBOX'): void {
    const folder = this.folder(user, path);
    folder.messages.push({ uid: folder.uidNext++, source: Buffer.from(source), flags: new Set() });
    for (const { folder: open, idleTag, socket } of this.#sessions)
      if (open === folder && idleTag !== undefined) socket.write(`* ${folder.messages.length} EXISTS\r\n`);
  }

  /** Gives all messages new uids. */
  renumber(user: string, path = 'INBOX'): void {
    const folder = this.folder(user, path);
    folder.uidValidity += 1;
    const all = folder.messages.splice(0);
    for (const { source, flags } of all) folder.messages.push({ uid: folder.uidNext++, source, flags });
  }

  /** Gives all messages uids that other messages had before, in reverse order. */
  renumberReversed(user: string, path = 'INBOX'): void {
    const folder = this.folder(user, path);
    folder.uidValidity += 1;
    const all = folder.messages.splice(0).reverse();
    folder.uidNext = 1;
    for (const { source, flags } of all) folder.messages.push({ uid: folder.uidNext++, source, flags });
  }

  /** True when a session of this user waits for news. */
  isIdle(user: string): boolean {
    return [...this.#sessions].some((session) => session.user === user && session.idleTag !== undefined);
  }

  cut(): void {
    for (const { socket } of this.#sessions) socket.destroy();
  }

  close(): void {
    this.cut();
    this.#server.close();
  }

  #serve(socket: net.Socket): void {
    const session: Session = {
      socket,
      user: undefined,
      folder: undefined,
      uidValidity: 0,
      path: '',
      idleTag: undefined,
    };
    this.#sessions.add(session);
    socket.on('error', () => {});
    socket.on('close', () => this.#sessions.delete(session));
    socket.write('* OK [CAPABILITY IMAP4rev1 IDLE UIDPLUS SPECIAL-USE AUTH=XOAUTH2 SASL-IR] ready\r\n');
    let pending = '';
    socket.on('data', (chunk) => {
      pending += chunk.toString('latin1');
      for (let end = pending.indexOf('\r\n'); end >= 0; end = pending.indexOf('\r\n')) {
        const line = pending.slice(0, end);
        pending = pending.slice(end + 2);
        this.#line(session, line);
      }
    });
  }

  #line(session: Session, line: string): void {
    const { socket } = session;
    if (line.toUpperCase() === 'DONE') {
      const tag = session.idleTag;
      session.idleTag = undefined;
      return void socket.write(`${tag} OK done\r\n`);
    }
    const [tag = '', first = '', ...rest] = line.split(' ');
    let [command, args] = [first.toUpperCase(), rest];
    if (command === 'UID') [command, args] = [`UID ${rest[0]?.toUpperCase()}`, rest.slice(1)];
    if (session.user !== undefined) {
      this.commands.push(command);
      if (this.cutAt !== undefined && --this.cutAt < 0) {
        this.cutAt = undefined;
        return void socket.destroy();
      }
    }
    // Servers end sessions whose folder they renumber.
    if (session.folder && session.folder.uidValidity !== session.uidValidity) return void socket.destroy();
    const answer = this.#answer(session, command, args, tag);
    if (answer !== undefined)
      socket.write(answer === '' ? `${tag} OK done\r\n` : `${answer}${tag} OK done\r\n`, 'latin1');
  }

  /** The untagged answers; undefined when the command was answered completely. */
  #answer(session: Session, command: string, args: string[], tag: string): string | undefined {
    const { socket } = session;
    const user = session.user ?? '';
    if (command === 'LOGIN' || command === 'AUTHENTICATE') return this.#signIn(session, command, args, tag);
    if (command === 'IDLE') {
      session.idleTag = tag;
      return void socket.write('+ idling\r\n');
    }
    if (command === 'LOGOUT') return '* BYE bye\r\n';
    // Clients request the delimiter of folders with an empty name.
    if (command === 'LIST' && args.at(-1) === '""') return '* LIST (\\Noselect) "/" ""\r\n';
    if (command === 'LIST' || command === 'LSUB')
      return `* ${command} (\\HasNoChildren) "/" INBOX\r\n* ${command} (\\HasNoChildren \\Sent) "/" Sent\r\n`;
    const unquoted = (args[0] ?? '').replaceAll('"', '');
    if (command === 'STATUS') {
      const { uidNext, uidValidity, messages } = this.folder(user, unquoted);
      return `* STATUS ${unquoted} (MESSAGES ${messages.length} UIDNEXT ${uidNext} UIDVALIDITY ${uidValidity})\r\n`;
    }
    if (command === 'SELECT') {
      session.folder = this.folder(user, unquoted);
      const { uidNext, uidValidity, messages } = session.folder;
      session.uidValidity = uidValidity;
      return `* FLAGS (\\Seen)\r\n* ${messages.length} EXISTS\r\n* OK [UIDVALIDITY ${uidValidity}] v\r\n* OK [UIDNEXT ${uidNext}] n\r\n`;
    }
    if (command === 'UID SEARCH')
      return `* SEARCH ${(session.folder?.messages ?? []).map(({ uid }) => uid).join(' ')}\r\n`;
    if (command === 'UID STORE') {
      const [range = '', action = ''] = args;
      const stored = (session.folder?.messages ?? []).filter(({ uid }) => range.split(',').includes(String(uid)));
      for (const { flags } of stored) action.startsWith('+') ? flags.add('\\Seen') : flags.delete('\\Seen');
      return '';
    }
    if (command === 'UID FETCH') return fetchAnswer(session.folder?.messages ?? [], args);
    return '';
  }

  #signIn(session: Session, command: string, args: string[], tag: string): string | undefined {
    const plain = Buffer.from(args[1] ?? '', 'base64').toString();
    const [user, isRight] =
      command === 'LOGIN'
        ? [(args[0] ?? '').replaceAll('"', ''), (args[1] ?? '').replaceAll('"', '') === 'right']
        : args[0] === 'XOAUTH2'
          ? [
              plain.split('\u0001')[0]?.slice('user='.length) ?? '',
              this.acceptsToken(plain.split('\u0001')[1]?.slice('auth=Bearer '.length) ?? ''),
            ]
          : [plain.split('\0')[1] ?? '', plain.split('\0')[2] === 'right'];
    if (!isRight) return void session.socket.write(`${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`);
    session.user = user;
    this.mostSessions = Math.max(this.mostSessions, [...this.#sessions].filter((one) => one.user === user).length);
    return '';
  }
}

function fetchAnswer(messages: readonly StoredMessage[], [range = '', ...items]: string[]): string {
  const query = items.join(' ').toUpperCase();
  const last = messages.at(-1)?.uid ?? 0;
  const bounds = range.split(',').map((part) => part.split(':').map((text) => (text === '*' ? last : Number(text))));
  const isIn = (uid: number) =>
    bounds.some(([low = 0, high = low]) => uid >= Math.min(low, high) && uid <= Math.max(low, high));
  const answers = messages.flatMap(({ uid, source, flags }, n) => {
    if (!isIn(uid)) return [];
    const text = source.toString('latin1');
    const literal = (name: string, value: string) => `${name} {${value.length}}\r\n${value}`;
    const parts = [
      `UID ${uid}`,
      `FLAGS (${[...flags].join(' ')})`,
      ...(query.includes('RFC822.SIZE') ? [`RFC822.SIZE ${source.length}`] : []),
      ...(query.includes('INTERNALDATE') ? ['INTERNALDATE "17-Nov-2026 01:00:00 +0000"'] : []),
      ...(query.includes('BODY.PEEK[]') ? [literal('BODY[]', text)] : []),
      ...(query.includes('BODY.PEEK[HEADER]')
        ? [literal('BODY[HEADER]', text.slice(0, text.indexOf('\r\n\r\n') + 4))]
        : []),
    ];
    return [`* ${n + 1} FETCH (${parts.join(' ')})\r\n`];
  });
  return answers.join('');
}
