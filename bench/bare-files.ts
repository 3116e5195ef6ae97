import { createReadStream, createWriteStream } from 'node:fs';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import Fastify from 'fastify';

/**
 * The upper limit of transfers: a bare Fastify server that writes a body to a file, syncs it to the disk, and reads the
 * file.
 */
const file = path.join(process.env.BENCH_FOLDER ?? '', 'bare');
const server = Fastify();
server.removeAllContentTypeParsers();
server.addContentTypeParser('*', (_request, _payload, done) => done(null));
server.post('/file', async ({ raw }, reply) => {
  await pipeline(raw, createWriteStream(file, { flush: true }));
  return reply.code(201).send({});
});
server.get('/file', async (_request, reply) => reply.type('application/octet-stream').send(createReadStream(file)));
process.send?.({ url: await server.listen({ host: '127.0.0.1', port: 0 }) });
