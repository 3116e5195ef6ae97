/** True when the memory belongs to these bytes only. Small buffers share theirs. */
const isOwn = (bytes: Uint8Array): boolean => bytes.length > 0 && bytes.byteLength === bytes.buffer.byteLength;

/** Returns bytes in their own memory, so that it can be moved to another thread. */
export const ownBytes = (bytes: Buffer): Buffer => (isOwn(bytes) ? bytes : asBuffer(new Uint8Array(bytes)));

/** Wraps a plain byte array of another thread, without a copy. */
export const asBuffer = ({ buffer, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);

/** Frees memory at once. The garbage collector would mark the whole heap for every few megabytes of buffers. */
export function freeBytes(bytes: Uint8Array): void {
  if (isOwn(bytes)) (bytes.buffer as ArrayBuffer).transfer(0);
}
