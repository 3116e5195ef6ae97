import { Readable } from 'node:stream';
import { DeleteObjectCommand, GetObjectCommand, NoSuchKey, S3Client } from '@aws-sdk/client-s3';
import { Upload } from '@aws-sdk/lib-storage';
import { type FileStorage, ObjectMissingError } from './storage.ts';

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** The size of one part of an upload; S3 allows 10,000 parts. Each upload has two of them in memory. */
const partBytes = 8 * 1024 * 1024;

/** Stores objects in a bucket of S3, or of an S3-compatible server. */
export function s3Storage({ endpoint, bucket, region, accessKeyId, secretAccessKey }: S3Settings): FileStorage {
  const client = new S3Client({
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Other servers have no host names for buckets, and many do not support the newer checksums.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return {
    async write(key, content) {
      const source = { error: undefined as unknown };
      const upload = new Upload({
        client,
        params: { Bucket: bucket, Key: key, Body: Readable.from(copyChunks(content, source), { objectMode: false }) },
        partSize: partBytes,
        queueSize: 2,
        // A failed upload must leave no parts, because stored parts cost money.
        leavePartsOnError: false,
      });
      try {
        await upload.done();
      } catch (error) {
        // The client wraps the error of a broken source, so throw the original.
        throw source.error ?? error;
      }
    },
    async read(key, range) {
      try {
        const { Body } = await client.send(
          new GetObjectCommand({
            Bucket: bucket,
            Key: key,
            ...(range && { Range: `bytes=${range.first}-${range.last}` }),
          }),
        );
        return Body as Readable;
      } catch (error) {
        throw error instanceof NoSuchKey ? new ObjectMissingError(key) : error;
      }
    },
    remove: async (key) => {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

/** Copies the chunks, because the client keeps several and the source may free them. */
async function* copyChunks(content: AsyncIterable<Uint8Array>, source: { error: unknown }) {
  try {
    for await (const chunk of content) yield Buffer.from(chunk);
  } catch (error) {
    source.error = error;
    throw error;
  }
}
