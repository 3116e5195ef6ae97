import assert from 'node:assert/strict';
import { createHash, createPublicKey, verify } from 'node:crypto';

const relaxedValue = (text: string): string =>
  text
    .replaceAll('\r\n', '')
    .replaceAll(/[ \t]+/g, ' ')
    .trim();

function relaxedBody(body: string): string {
  const lines = body.split('\r\n').map((line) => line.replaceAll(/[ \t]+/g, ' ').replace(/ $/, ''));
  const text = lines.join('\r\n').replace(/(\r\n)+$/, '');
  return text === '' ? '' : `${text}\r\n`;
}

export interface DkimCheck {
  readonly domain: string;
  readonly selector: string;
  /** The names of the signed headers, in lower case. */
  readonly signed: readonly string[];
}

/**
 * Checks the signature of a message (RFC 6376, relaxed/relaxed) with a key in the form of DNS. Throws when it is wrong.
 */
export function checkDkim(message: string, dnsValue: string): DkimCheck {
  const end = message.indexOf('\r\n\r\n');
  const headers = message
    .slice(0, end)
    .split(/\r\n(?![ \t])/)
    .map((line) => ({
      name: line.slice(0, line.indexOf(':')).toLowerCase(),
      value: line.slice(line.indexOf(':') + 1),
    }));
  const signature = headers.find(({ name }) => name === 'dkim-signature');
  assert.ok(signature, 'the message is not signed');
  const tags = tagsOf(signature.value);
  assert.deepEqual([tags.get('v'), tags.get('a'), tags.get('c')], ['1', 'rsa-sha256', 'relaxed/relaxed']);
  const bodyHash = createHash('sha256')
    .update(relaxedBody(message.slice(end + 4)), 'latin1')
    .digest('base64');
  assert.equal(tags.get('bh'), bodyHash, 'the hash of the body');
  const signed = (tags.get('h') as string).toLowerCase().split(':');
  const lines = signed.map((name) => {
    const header = headers.findLast((one) => one.name === name);
    return `${name}:${relaxedValue(header?.value ?? '')}\r\n`;
  });
  const unsigned = relaxedValue(signature.value.replace(/(b=)[^;]*$/, '$1'));
  const key = createPublicKey({
    key: Buffer.from(tagsOf(dnsValue).get('p') as string, 'base64'),
    format: 'der',
    type: 'spki',
  });
  const text = Buffer.from(`${lines.join('')}dkim-signature:${unsigned}`, 'latin1');
  assert.ok(verify('RSA-SHA256', text, key, Buffer.from(tags.get('b') as string, 'base64')), 'the signature');
  return { domain: tags.get('d') as string, selector: tags.get('s') as string, signed };
}

const tagsOf = (text: string): Map<string, string> =>
  new Map(
    text.split(';').map((part) => {
      const [name = '', ...value] = part.split('=');
      return [name.trim(), value.join('=').replaceAll(/\s/g, '')];
    }),
  );
