/** Bytes whose memory nobody else uses, so that it can be moved to another thread. Small buffers share theirs, and are copied. */
export const ownBytes = (bytes: Buffer): Buffer =>
  bytes.byteLength === bytes.buffer.byteLength && bytes.length > 0 ? bytes : asBuffer(new Uint8Array(bytes));

/** What comes from another thread is a plain array of bytes. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
