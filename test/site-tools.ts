import assert from 'node:assert/strict';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client, Json } from './harness.ts';

/** Waits until a publication has ended, and returns it. */
export async function finished(client: Client, jobId: string): Promise<Json> {
  for (let n = 0; n < 600; n += 1) {
    const { body } = await client.get(`/api/marketing/web-publishing/${jobId}`);
    if (['completed', 'failed', 'cancelled'].includes(body.status)) return body;
    await sleep(50);
  }
  throw new Error('the publication did not end');
}

/** Publishes a website, and asserts that it succeeds. */
export async function publish(client: Client, input: Json): Promise<Json> {
  const reply = await client.post('/api/marketing/web-publishing/publish', input);
  assert.equal(reply.status, 202, reply.text);
  const publication = await finished(client, reply.body.jobId);
  assert.equal(publication.status, 'completed', JSON.stringify(publication));
  return publication;
}

export interface SiteReply {
  readonly status: number;
  readonly headers: http.IncomingHttpHeaders;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Sends a request with any Host header, which fetch does not allow. */
export function visit(
  url: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
): Promise<SiteReply> {
  const { hostname, port } = new URL(url);
  const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' };
  return new Promise((resolve, reject) => {
    const request = http.request({ hostname, port, path, method, headers: { ...agent, ...headers } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk) => chunks.push(chunk));
      response.on('end', () => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text: bytes.toString(), bytes });
      });
    });
    request.on('error', reject).end();
  });
}
