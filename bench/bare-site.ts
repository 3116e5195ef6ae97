import http from 'node:http';

/**
 * The upper limit of serving pages: a bare server that sends the same bytes with the same headers for every request.
 */
interface Page {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let page: { readonly headers: Readonly<Record<string, string>>; readonly body: Buffer } | undefined;
process.on('message', ({ headers, body }: Page) => {
  page = { headers, body: Buffer.from(body, 'base64') };
});
const server = http.createServer((_request, response) => {
  response.writeHead(200, page?.headers);
  response.end(page?.body);
});
server.keepAliveTimeout = 72_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.send?.({ url: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}` });
});
