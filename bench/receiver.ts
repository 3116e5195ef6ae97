import http from 'node:http';

/** A process that receives deliveries, and reports their number and the time of the last one. */
let count = 0;
let last = 0;

const server = http.createServer((request, response) => {
  request.resume().on('end', () => {
    count += 1;
    last = Date.now();
    response.end();
  });
});
server.keepAliveTimeout = 60_000;

process.on('message', (message) => {
  process.send?.({ count, last });
  if (message === 'reset') count = 0;
});
server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as { port: number }).port }));
