/** A line of a card, such as `TEL;TYPE=work:+49 30 123`. */
export interface CardProperty {
  /** In capital letters, without a group: `item1.EMAIL` is EMAIL. */
  readonly name: string;
  /** The types in capital letters: WORK, CELL, PREF. */
  readonly types: ReadonlySet<string>;
  /** The decoded text, in which `\;`, `\,` and `\n` are still escaped. */
  readonly value: string;
}

/**
 * Parses an unfolded line. Versions 3.0 and 4.0 write `TYPE=work`, 2.1 only `WORK`, and 2.1 encodes letters as
 * quoted-printable in a named character set. ical.js does not read 2.1, so it is of no use here.
 */
export function parseProperty(line: string): CardProperty | undefined {
  const colon = endOfHead(line);
  if (colon < 0) return undefined;
  const [first = '', ...parameters] = line.slice(0, colon).split(';', 50);
  const types = new Set<string>();
  let encoding = '';
  let charset = 'utf-8';
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    const key = equals < 0 ? '' : parameter.slice(0, equals).trim().toUpperCase();
    const values = parameter
      .slice(equals + 1)
      .replaceAll('"', '')
      .toUpperCase()
      .split(',', 50);
    if (key === 'ENCODING' || values[0] === 'QUOTED-PRINTABLE' || values[0] === 'BASE64') encoding = values[0] ?? '';
    else if (key === 'CHARSET') charset = values[0] ?? '';
    else if (key === 'PREF') types.add('PREF');
    else if (key === '' || key === 'TYPE') for (const value of values) types.add(value.trim());
  }
  const value = line.slice(colon + 1);
  const name = first
    .slice(first.lastIndexOf('.') + 1)
    .trim()
    .toUpperCase();
  if (encoding === 'B' || encoding === 'BASE64') return undefined;
  return { name, types, value: encoding === 'QUOTED-PRINTABLE' ? fromQuotedPrintable(value, charset) : value };
}

/** The colon before the value, which is not one in the quotes of a parameter. */
function endOfHead(line: string): number {
  let isQuoted = false;
  for (let at = 0; at < line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted;
    else if (line[at] === ':' && !isQuoted) return at;
  }
  return -1;
}

function fromQuotedPrintable(text: string, charset: string): string {
  const bytes = Buffer.from(text);
  const decoded = Buffer.alloc(bytes.length);
  let length = 0;
  for (let at = 0; at < bytes.length; at += 1) {
    const isCode = bytes[at] === 61 && /^[0-9a-f]{2}$/i.test(bytes.toString('latin1', at + 1, at + 3));
    decoded[length] = isCode ? Number.parseInt(bytes.toString('latin1', at + 1, at + 3), 16) : (bytes[at] as number);
    length += 1;
    if (isCode) at += 2;
  }
  return decoderOf(charset).decode(decoded.subarray(0, length));
}

function decoderOf(charset: string): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(charset);
  } catch {
    // A character set that nobody knows.
    return new TextDecoder('windows-1252');
  }
}

/** Splits at a character that is not escaped by a backslash, and removes the escapes of the parts. */
export function partsOf(value: string, separator: ';' | ','): string[] {
  const parts: string[] = [];
  let part = '';
  for (let at = 0; at < value.length; at += 1) {
    const character = value[at] as string;
    if (character === '\\' && at + 1 < value.length) {
      at += 1;
      const escaped = value[at] as string;
      part += escaped === 'n' || escaped === 'N' ? '\n' : /[\\;,:]/.test(escaped) ? escaped : `\\${escaped}`;
    } else if (character === separator) {
      parts.push(part.trim());
      part = '';
    } else part += character;
  }
  return [...parts, part.trim()];
}

/** The whole value as a text. */
export const textOf = ({ value }: CardProperty): string => partsOf(value.replaceAll(';', '\\;'), ';').join('');
