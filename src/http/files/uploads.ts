import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#core/context.ts';
import { AppError, invalid } from '#core/errors.ts';
import { discardFiles, type StagedFile, stageFile } from '#core/files/staged-file.ts';
import { isMultipart } from './is-multipart.ts';

/** The part that holds a file. */
const filePart = 'file';

/** Of fields beside the files; a value has as much as a JSON body in all. */
const limits = { fields: 100, fieldNameSize: 200, fieldSize: 1024 * 1024, headerPairs: 50 };

interface Multipart {
  readonly fields: Readonly<Record<string, string>>;
  readonly files: readonly StagedFile[];
}

/** Registers the parser of multipart bodies, which routes with `multipart` use. */
export async function acceptMultipart(server: FastifyInstance): Promise<void> {
  await server.register(multipart);
}

/** Streams the files of a request to storage, one after the other. The caller discards those that no record takes. */
async function readMultipart(request: FastifyRequest, context: Context, maxFiles: number): Promise<Multipart> {
  const fields: Record<string, string> = Object.create(null);
  const files: StagedFile[] = [];
  try {
    const parts = request.parts({
      limits: { ...limits, files: maxFiles, fileSize: Number.POSITIVE_INFINITY, parts: limits.fields + maxFiles },
    });
    for await (const part of parts) {
      if (part.type === 'file') {
        if (part.fieldname !== filePart)
          throw invalid(part.fieldname, 'unknown_field', `is no part; name it "${filePart}"`);
        const { filename, mimetype, file } = part;
        files.push(
          await stageFile(context, { name: decodedName(filename), declaredType: mimetype ?? '', content: file }),
        );
      } else {
        if (part.valueTruncated) throw new AppError('payload_too_large', `${part.fieldname} is too long.`);
        if (part.fieldname in fields) throw invalid(part.fieldname, 'duplicate_field', 'is given twice');
        fields[part.fieldname] = String(part.value);
      }
    }
    return { fields, files };
  } catch (error) {
    await discardFiles(context, files);
    throw translated(error, maxFiles);
  }
}

/** Browsers write three characters of a name as percent codes, and no others. */
const decodedName = (name = ''): string =>
  name.replace(/%(22|0D|0A)/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));

/** The errors of the parser. */
function translated(error: unknown, maxFiles: number): unknown {
  if (error instanceof AppError) return error;
  const { code } = error as { code?: string };
  switch (code) {
    case 'FST_FILES_LIMIT':
      return new AppError(
        'payload_too_large',
        `One request takes ${maxFiles === 1 ? 'one file' : `${maxFiles} files`} at most.`,
      );
    case 'FST_PARTS_LIMIT':
    case 'FST_FIELDS_LIMIT':
      return new AppError('payload_too_large', `One request takes ${limits.fields} fields at most.`);
    case 'FST_PROTO_VIOLATION':
      return new AppError('bad_request', 'A part has a name that is not allowed.');
    case 'ENOSPC':
      return new AppError('unavailable', 'There is no room for the file; ask the operator of the platform.');
    case 'ECONNRESET':
    case 'ERR_STREAM_PREMATURE_CLOSE':
    case 'FST_PREMATURE_CLOSE':
      return new AppError('bad_request', 'The upload broke off before its end.');
    default:
      return isParserError(error)
        ? new AppError('bad_request', `The body is not valid multipart/form-data: ${(error as Error).message}.`)
        : error;
  }
}

/** busboy throws plain errors with these texts. */
const isParserError = (error: unknown): boolean =>
  error instanceof Error && /multipart|boundary|unexpected end|part header|Part terminated/i.test(error.message);

/**
 * Runs a write with the files of its request. The fields take the place of the JSON body, and the hashes of the files are part
 * of what an Idempotency-Key compares.
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
