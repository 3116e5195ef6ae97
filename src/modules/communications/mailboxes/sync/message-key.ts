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

function headerOf(message: Buffer): Buffer {
  const ends = [message.indexOf('\r\n\r\n'), message.indexOf('\n\n')].filter((at) => at >= 0);
  return ends.length === 0
    ? Buffer.from(message.toString('latin1').trimEnd(), 'latin1')
    : message.subarray(0, Math.min(...ends));
}
