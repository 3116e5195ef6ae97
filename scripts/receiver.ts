import { createHmac, timingSafeEqual } from 'node:crypto';
import http from 'node:http';
import { parseArgs } from 'node:util';

/**
 * `npm run receiver` prints the webhooks that arrive, and whether their signatures are valid. It is a tool for
 * experiments.
 */
const { values: options } = parseArgs({
  options: { port: { type: 'string', default: '4000' }, secret: { type: 'string' } },
});

function checkSignature(signature: string | string[] | undefined, body: Buffer): string {
  if (options.secret === undefined) return 'not checked; give the secret with --secret';
  const expected = Buffer.from(`sha256=${createHmac('sha256', options.secret).update(body).digest('hex')}`);
  const given = Buffer.from(String(signature));
  return given.length === expected.length && timingSafeEqual(given, expected) ? 'right' : 'WRONG';
}

const server = http.createServer((request, response) => {
  const chunks: Buffer[] = [];
  request.on('data', (chunk: Buffer) => chunks.push(chunk));
  request.on('end', () => {
    const body = Buffer.concat(chunks);
    console.log(
      `${request.method} ${request.url}, signature ${checkSignature(request.headers['x-platform-signature'], body)}`,
    );
    console.log(body.toString('utf8'));
    response.end();
  });
});
server.listen(Number(options.port), '127.0.0.1', () => console.log(`waiting on http://127.0.0.1:${options.port}/`));
