import { setImmediate as nextTurn } from 'node:timers/promises';
import { brokenWorkbook } from '../zip/zip-directory.ts';

export type Attributes = Readonly<Record<string, string>>;

/** The events of a document. Names come without prefixes. */
export interface XmlHandler {
  open?(name: string, attributes: Attributes): void;
  text?(text: string): void;
  close?(name: string): void;
  /** The characters that it has made since the last call, for handlers that make more of them than they get. */
  takeWork?(): number;
}

const maxDepth = 64;
const maxAttributes = 200;
/** The maximum of characters in one tag or one text. */
const maxTokenLength = 1_000_000;
/** Characters that are parsed before the work of the handler is looked at, and the work that it may do in one turn. */
const watchedLength = 2048;
const workPerTurn = 1_000_000;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/**
 * Parses XML as it arrives, one part in each turn of the event loop, and yields after each part. A document type is
 * refused, so no entity is ever expanded.
 */
export async function* readXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): AsyncGenerator<void> {
  // Loaded with the first workbook.
  const { SaxesParser } = await import('saxes');
  const parser = new SaxesParser<{ xmlns: false; position: false }>({ xmlns: false, position: false });
  let sinceEvent = 0;
  let depth = 0;
  let attributes = 0;
  parser.on('doctype', () => {
    throw brokenWorkbook('it has a document type');
  });
  parser.on('attribute', () => {
    attributes += 1;
    if (attributes > maxAttributes) throw brokenWorkbook('an element has too many attributes');
  });
  parser.on('opentag', ({ name, attributes: given }) => {
    sinceEvent = 0;
    attributes = 0;
    depth += 1;
    if (depth > maxDepth) throw brokenWorkbook('its XML is nested too deeply');
    handler.open?.(localName(name), given);
  });
  parser.on('text', (text) => handler.text?.(text));
  parser.on('cdata', (text) => handler.text?.(text));
  parser.on('closetag', ({ name }) => {
    sinceEvent = 0;
    depth -= 1;
    handler.close?.(localName(name));
  });
  const parse = (text: string): void => {
    sinceEvent += text.length;
    parsing(() => parser.write(text));
    if (sinceEvent > maxTokenLength) throw brokenWorkbook('an element is too large');
  };
  const decoder = new XmlDecoder();
  for await (const chunk of bytes) {
    const text = decoder.decode(chunk);
    const length = handler.takeWork ? watchedLength : text.length;
    let work = 0;
    for (let at = 0; at < text.length; at += length) {
      parse(text.slice(at, at + length));
      work += handler.takeWork?.() ?? 0;
      if (work < workPerTurn) continue;
      work = 0;
      yield;
      await nextTurn();
    }
    yield;
    await nextTurn();
  }
  parsing(() => parser.close());
  yield;
}

/** Reads a whole small document. */
export async function readSmallXml(bytes: AsyncIterable<Buffer>, handler: XmlHandler): Promise<void> {
  for await (const _ of readXml(bytes, handler));
}

function parsing(parse: () => void): void {
  try {
    parse();
  } catch (error) {
    // saxes throws plain errors for XML that is not well-formed.
    throw error instanceof Error && error.constructor === Error ? brokenWorkbook('its XML is damaged') : error;
  }
}

/** Office writes UTF-8. Other programs may write UTF-16 with a byte order mark. */
class XmlDecoder {
  #decoder: InstanceType<typeof TextDecoder> | undefined;

  decode(bytes: Buffer): string {
    const isWide = bytes[0] === 0xff || bytes[0] === 0xfe;
    this.#decoder ??= new TextDecoder(!isWide ? 'utf-8' : bytes[0] === 0xff ? 'utf-16le' : 'utf-16be', { fatal: true });
    try {
      return this.#decoder.decode(bytes, { stream: true });
    } catch {
      throw brokenWorkbook('its XML has letters that are not UTF-8');
    }
  }
}
