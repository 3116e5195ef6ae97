import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { discardFiles, type StagedFile, stageFile } from '#core/files/staged-file.ts';
import { formParts } from './form-parts.ts';
import { isMultipart } from './is-multipart.ts';

/** The name of the part that contains a file. */
const filePart = 'file';

interface FileLimits {
  readonly max: number;
  readonly maxBytes: number;
}

interface Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StagedFile[];
}

/** Accepts multipart bodies without parsing them, because `withUploads` streams them. */
export function acceptMultipart(server: FastifyInstance): void {
  server.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
}

/** Streams the files of a request to storage, one after the other. The caller discards files that no record uses. */
async function readMultipart(request: FastifyRequest, context: Context, maxFiles: number): Promise<Multipart> {
  const fields: Record<string, string> = Object.create(null);
  const files: StagedFile[] = [];
  try {
    for await (const part of formParts(request.raw, maxFiles)) {
      const { name } = part;
      if ('content' in part) {
        if (name !== filePart) throw invalid(name, 'unknown_field', `is no part; name it "${filePart}"`);
        const { fileName, type, content } = part;
        files.push(await stageFile(context, { name: decodedName(fileName), declaredType: type, content }));
      } else {
        if (name in fields) throw invalid(name, 'duplicate_field', 'is given twice');
        fields[name] = part.value;
      }
    }
    return { fields, files };
  } catch (error) {
    await discardFiles(context, files);
    throw translated(error);
  }
}

/** Browsers percent-encode three characters of a file name, and no others. */
const decodedName = (name: string): string =>
  name.replace(/%(22|0D|0A)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

const translated = (error: unknown): unknown =>
  (error as NodeJS.ErrnoException).code === 'ENOSPC'
    ? new AppError('unavailable', 'There is no room for the file; ask the operator of the platform.')
    : error;

/**
 * Runs a write with the files of its request. The fields replace the JSON body, and the fingerprint of an
 * Idempotency-Key includes the hashes of the files.
 */
export async function withUploads<T>(
  request: FastifyRequest,
  context: Context,
  maxFiles: number,
  run: (context: Context) => Promise<T>,
): Promise<T> {
  if (!isMultipart(request))
    throw new AppError('unsupported_media_type', `The body must be multipart/form-data with a part "${filePart}".`);
  const { fields, files } = await readMultipart(request, context, maxFiles);
  try {
    if (files.length === 0) throw invalid(filePart, 'required', 'is required: send the file as a part of this name');
    request.body = fields;
    request.bodyText = JSON.stringify([fields, files.map(({ name, sha256 }) => [name, sha256])]);
    return await run({ ...context, uploads: files });
  } finally {
    await discardFiles(context, files);
  }
}

/**
 * Runs with the fields and files of a form. A body with files is streamed to the tenant of `owner`, which is called
 * before the body is read. Bodies of other types are not touched.
 */
export async function withFormFiles<T>(
  request: FastifyRequest,
  limits: FileLimits,
  owner: () => Promise<Context>,
  run: (uploads: readonly StagedFile[]) => Promise<T>,
): Promise<T> {
  if (!isMultipart(request)) return run([]);
  const context = await owner();
  const { fields, files } = await readForm(request, context, limits);
  try {
    request.body = fields;
    return await run(files);
  } finally {
    await discardFiles(context, files);
  }
}

/** Reads a form. A repeated field becomes a list. Browsers send an empty file when none was selected. */
async function readForm(
  request: FastifyRequest,
  context: Context,
  { max, maxBytes }: FileLimits,
): Promise<{ fields: URLSearchParams; files: StagedFile[] }> {
  const fields = new URLSearchParams();
  const files: StagedFile[] = [];
  try {
    for await (const part of formParts(request.raw, max)) {
      if (!('content' in part)) fields.append(part.name, part.value);
      else {
        const { name, fileName, type, content } = part;
        const file = { name: decodedName(fileName), declaredType: type, content, part: name, maxSize: maxBytes };
        const staged = await stageFile(context, file);
        if (staged.size > 0) files.push(staged);
        else await discardFiles(context, [staged]);
      }
    }
    return { fields, files };
  } catch (error) {
    await discardFiles(context, files);
    throw translated(error);
  }
}
