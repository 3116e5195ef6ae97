import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { ImapFlow } from 'imapflow';
import { freePort, isRoot, ordinaryUser, until } from './process.ts';

const binary = ['/usr/sbin/dovecot', '/usr/local/sbin/dovecot', '/usr/bin/dovecot'].find((file) => fs.existsSync(file));

/** The reason why tests with a real mail server cannot run here; undefined when they can. */
export function dovecotMissing(): string | undefined {
  if (binary === undefined) return 'Dovecot is not installed: apt-get install dovecot-imapd';
  const version = execFileSync(binary, ['--version'], { encoding: 'utf8' }).trim();
  // 2.4 has another configuration format.
  return version.startsWith('2.3.') ? undefined : `Dovecot ${version} is installed, and the tests know 2.3`;
}

const password = 'pass/word';

/** A real IMAP server on its own port and folder, run by an ordinary user. Every user name has a mailbox. */
export class Dovecot {
  readonly port: number;
  readonly #folder: string;
  #process: ChildProcess | undefined;

  private constructor(port: number, introspectionUrl?: string) {
    this.port = port;
    this.#folder = fs.mkdtempSync(path.join(os.tmpdir(), 'atrium-dovecot-'));
    this.#writeConfiguration(introspectionUrl);
  }

  /** `introspectionUrl` is the address where it checks access tokens (RFC 7662), for sign-ins with XOAUTH2. */
  static async start(introspectionUrl?: string): Promise<Dovecot> {
    const server = new Dovecot(await freePort(), introspectionUrl);
    await server.start();
    return server;
  }

  #writeConfiguration(introspectionUrl: string | undefined): void {
    const base = this.#folder;
    const [user, group] = isRoot ? ['nobody', 'nogroup'] : [nameOf('-un'), nameOf('-gn')];
    if (isRoot) fs.chownSync(base, ordinaryUser, ordinaryUser);
    const text = `
base_dir = ${base}/run
state_dir = ${base}/state
log_path = ${base}/log
default_internal_user = ${user}
default_internal_group = ${group}
default_login_user = ${user}
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
mail_location = maildir:${base}/mail/%u
first_valid_uid = 1
${introspectionUrl === undefined ? '' : this.#tokenConfiguration(introspectionUrl)}
passdb {
  driver = static
  args = password=${password}
}
userdb {
  driver = static
  args = uid=${user} gid=${group} home=${base}/home/%u
}
service imap-login {
  chroot =
  inet_listener imap {
    port = ${this.port}
  }
  inet_listener imaps {
    port = 0
  }
}
service anvil {
  chroot =
}
`;
    fs.writeFileSync(path.join(base, 'dovecot.conf'), text, { mode: 0o644 });
  }

  #tokenConfiguration(url: string): string {
    const file = path.join(this.#folder, 'tokens.conf');
    const lines = [`introspection_url = ${url}`, 'introspection_mode = post', 'active_attribute = active'];
    fs.writeFileSync(file, `${lines.join('\n')}\nactive_value = true\nusername_attribute = username\n`);
    return `auth_mechanisms = plain xoauth2 oauthbearer
passdb {
  driver = oauth2
  mechanisms = xoauth2 oauthbearer
  args = ${file}
}`;
  }

  async start(): Promise<void> {
    this.#process = spawn(binary as string, ['-F', '-c', path.join(this.#folder, 'dovecot.conf')], {
      stdio: ['ignore', 'ignore', 'pipe'],
      ...(isRoot && { uid: ordinaryUser, gid: ordinaryUser }),
    });
    let errors = '';
    this.#process.stderr?.setEncoding('utf8').on('data', (chunk: string) => {
      errors += chunk;
    });
    await until('Dovecot to listen', () => {
      if (this.#process?.exitCode !== null) throw new Error(`Dovecot exited: ${errors}${this.log}`);
      return accepts(this.port);
    });
  }

  get log(): string {
    const file = path.join(this.#folder, 'log');
    return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
  }

  /** The value of BOUNCE_MAILBOX_URL for the mailbox of a user. */
  url(user: string, secret = password): string {
    return `imap://${user}:${encodeURIComponent(secret)}@127.0.0.1:${this.port}/INBOX`;
  }

  /** Runs `run` with a client that is signed in as the user. */
  async client<T>(user: string, run: (client: ImapFlow) => Promise<T>): Promise<T> {
    const { ImapFlow } = await import('imapflow');
    const auth = { user, pass: password };
    const client = new ImapFlow({ host: '127.0.0.1', port: this.port, secure: false, auth, logger: false });
    await client.connect();
    try {
      return await run(client);
    } finally {
      await client.logout();
    }
  }

  /** Delivers messages to the inbox. */
  async deliver(user: string, ...messages: (string | Buffer)[]): Promise<void> {
    await this.client(user, async (client) => {
      for (const message of messages) await client.append('INBOX', Buffer.from(message), []);
    });
  }

  /** The number of unread messages in the inbox. */
  unseen(user: string): Promise<number> {
    return this.client(user, async (client) => {
      const status = await client.status('INBOX', { unseen: true });
      return (status || undefined)?.unseen ?? -1;
    });
  }

  /** The number of messages in each folder. */
  async counts(user: string): Promise<Record<string, number>> {
    return this.client(user, async (client) => {
      const folders = await client.list();
      const counts: Record<string, number> = {};
      for (const { path: name } of folders) {
        const status = await client.status(name, { messages: true });
        counts[name] = (status || undefined)?.messages ?? 0;
      }
      return counts;
    });
  }

  /** Makes the mailbox refuse new folders. */
  forbidFolders(user: string): void {
    for (const folder of ['.Processed', '.Unrecognised'])
      fs.writeFileSync(path.join(this.#folder, 'mail', user, folder), 'in the way');
  }

  async stop(): Promise<void> {
    const child = this.#process;
    this.#process = undefined;
    if (!child || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  async remove(): Promise<void> {
    await this.stop();
    fs.rmSync(this.#folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

const nameOf = (option: string): string => execFileSync('id', [option], { encoding: 'utf8' }).trim();

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1');
    socket.once('error', () => resolve(false));
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
  });
