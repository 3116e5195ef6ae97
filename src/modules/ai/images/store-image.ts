import { withAllAccess } from '#core/access/platform.ts';
import { type Context, inTransaction } from '#core/context.ts';
import { AppError } from '#core/errors.ts';
import { discardFiles, stageFile } from '#core/files/staged-file.ts';
import { invoke, operations } from '#core/operations/index.ts';
import type { Size } from './image-model.ts';

export interface StoredImage extends Size {
  readonly url: string;
  readonly storedFileId: string;
  readonly mimeType: string;
}

const mimeType = 'image/png';
/** A larger image is not decoded. */
const maxPixels = 40_000_000;
const nameLength = 60;

/** Scales the image to exactly the requested size, and crops it where the proportions differ. */
async function resize(image: Uint8Array, { width, height }: Size): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(image, { limitInputPixels: maxPixels }).resize(width, height, { fit: 'cover' }).png().toBuffer();
  } catch (error) {
    throw new AppError('ai_provider_error', `The provider sent no image that can be read: ${(error as Error).message}`);
  }
}

/** Stores an image as a file of the caller. */
export async function storeImage(
  context: Context,
  image: Uint8Array,
  size: Size,
  prompt: string,
): Promise<StoredImage> {
  const content = await resize(image, size);
  const name = `${
    prompt
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
      .slice(0, nameLength) || 'image'
  }.png`;
  const staged = await stageFile(context, {
    name,
    declaredType: mimeType,
    content: (async function* () {
      yield content;
    })(),
  });
  try {
    return await inTransaction(withAllAccess(context), async (within) => {
      const model = within.registry.find('data', 'storedFiles');
      if (!model) throw new Error('the model data.storedFiles is missing');
      const record = { name, ownerId: within.caller.userId };
      const { id, body } = await invoke({ ...within, uploads: [staged] }, operations.create, model, { record });
      const { url } = JSON.parse(body) as { url: string };
      return { url: `${within.services.publicUrl()}${url}`, storedFileId: id, ...size, mimeType };
    });
  } finally {
    // Discards nothing after the record has taken over the file.
    await discardFiles(context, [staged]);
  }
}
