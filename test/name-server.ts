import dgram from 'node:dgram';
import { after } from 'node:test';

/** How the name server answers for a name: with IPv4 addresses, "no such name", or not at all. */
export type Reaction = readonly string[] | 'unknown' | 'silent';

const typeA = 1;
const nameError = 3;

/** A real DNS server over UDP for invented names. */
export class NameServer {
  readonly #socket = dgram.createSocket('udp4');
  readonly #names: Readonly<Record<string, Reaction>>;
  /** The names that were queried. */
  readonly asked: string[] = [];

  constructor(names: Readonly<Record<string, Reaction>>) {
    this.#names = names;
    this.#socket.on('message', (query, { port, address }) => {
      const answer = this.#answer(query);
      if (answer) this.#socket.send(answer, port, address);
    });
  }

  static async forFile(names: Readonly<Record<string, Reaction>>): Promise<NameServer> {
    const server = new NameServer(names);
    await new Promise<void>((resolve) => server.#socket.bind(0, '127.0.0.1', resolve));
    after(() => server.#socket.close());
    return server;
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  #answer(query: Buffer): Buffer | undefined {
    const words: string[] = [];
    let at = 12;
    for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
      words.push(query.toString('latin1', at + 1, at + 1 + length));
      at += length + 1;
    }
    const name = words.join('.').toLowerCase();
    const type = query.readUInt16BE(at + 1);
    const question = query.subarray(12, at + 5);
    this.asked.push(name);
    const reaction = this.#names[name] ?? 'unknown';
    if (reaction === 'silent') return undefined;
    const addresses = reaction === 'unknown' || type !== typeA ? [] : reaction;
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (reaction === 'unknown' ? nameError : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(addresses.length, 6);
    // Each record refers to the name in the question and has a TTL of 0.
    const records = addresses.map((address) =>
      Buffer.from([0xc0, 12, 0, typeA, 0, 1, 0, 0, 0, 0, 0, 4, ...address.split('.').map(Number)]),
    );
    return Buffer.concat([header, question, ...records]);
  }
}
