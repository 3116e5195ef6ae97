import dgram from 'node:dgram';
import { after } from 'node:test';

/** Records of a name besides addresses. An entry of `mx` is a host, with priority 10. */
interface OtherRecords {
  readonly txt?: readonly string[];
  readonly mx?: readonly string[];
}

/** The reaction of the name server to a name: IPv4 addresses, other records, "no such name", or no answer. */
export type Reaction = readonly string[] | OtherRecords | 'unknown' | 'silent';

const typeA = 1;
const typeMx = 15;
const typeTxt = 16;
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
    const values = reaction === 'unknown' ? [] : valuesOf(reaction, type);
    const header = Buffer.alloc(12);
    query.copy(header, 0, 0, 2);
    header.writeUInt16BE(0x8180 | (reaction === 'unknown' ? nameError : 0), 2);
    header.writeUInt16BE(1, 4);
    header.writeUInt16BE(values.length, 6);
    // Each record refers to the name in the question and has a TTL of 0.
    const records = values.map((value) => {
      const start = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, 0]);
      start.writeUInt16BE(value.length, 10);
      return Buffer.concat([start, value]);
    });
    return Buffer.concat([header, question, ...records]);
  }
}

function valuesOf(reaction: readonly string[] | OtherRecords, type: number): Buffer[] {
  const { txt = [], mx = [] } = 'length' in reaction ? {} : (reaction as OtherRecords);
  if (type === typeA && 'length' in reaction)
    return reaction.map((address) => Buffer.from(address.split('.').map(Number)));
  if (type === typeMx) return mx.map((host) => Buffer.concat([Buffer.from([0, 10]), nameOf(host)]));
  // Encode strings of at most 255 bytes, each after its length.
  if (type === typeTxt)
    return txt.map((text) => Buffer.concat((text.match(/.{1,255}/g) ?? []).map((part) => counted(part))));
  return [];
}

const counted = (text: string): Buffer => Buffer.concat([Buffer.from([text.length]), Buffer.from(text, 'latin1')]);

const nameOf = (host: string): Buffer => Buffer.concat([...host.split('.').map(counted), Buffer.from([0])]);
