import { createHash } from 'node:crypto';

/** Identifies a message when its uid or folder changes: the Message-ID, or the whole header of a message without one. */
export function messageKey(message: Buffer): Buffer {
  const header = headerOf(message);
  const unfolded = header.toString('latin1').replaceAll(/\r?\n[ \t]+/g, ' ');
  const id = /^message-id:\s*(<[^>\s]+>)/im.exec(unfolded)?.[1];
  return createHash('sha256')
    .update(id ?? header)
    .digest()
    .subarray(0, 16);
}

/** A header is shorter. More would keep the server busy with a message that consists of nothing else. */
const maxHeadBytes = 1_048_576;

function headerOf(source: Buffer): Buffer {
  const message = source.subarray(0, maxHeadBytes);
  const ends = [message.indexOf('\r\n\r\n'), message.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length === 0
    ? Buffer.from(message.toString('latin1').trimEnd(), 'latin1')
    : message.subarray(0, Math.min(...ends));
}
