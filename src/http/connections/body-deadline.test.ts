import assert from 'node:assert/strict';
import http from 'node:http';
import net, { type AddressInfo } from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { limitBodyTime } from './body-deadline.ts';

const server = http.createServer((request, response) => {
  request.resume().on('end', () => response.end('whole'));
});
server.on('clientError', (error: NodeJS.ErrnoException, socket) => socket.end(`HTTP/1.1 408 ${error.code}\r\n\r\n`));
limitBodyTime(server, { bodyMs: 400, stalledMs: 300 });
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());

/** Sends a body of ten bytes, one at a time, and returns the answer of the server. */
async function send(type: string, everyMs: number, count = 10): Promise<string> {
  const socket = net.connect((server.address() as AddressInfo).port, '127.0.0.1');
  let answer = '';
  socket.on('data', (bytes) => {
    answer += bytes;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.on('error', () => {});
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: ${type}\r\ncontent-length: 10\r\n\r\n`,
  );
  for (let n = 0; n < count && answer === ''; n += 1) {
    socket.write('x');
    await sleep(everyMs);
  }
  await Promise.race([closed, sleep(3000)]);
  socket.destroy();
  return answer;
}

describe('the body of a request', () => {
  it('is answered with 408 when it takes longer than its deadline', async () => {
    assert.match(await send('application/json', 100), /^HTTP\/1\.1 408 ERR_HTTP_REQUEST_TIMEOUT/);
  });

  it('may take longer when it is an upload that makes progress', async () => {
    assert.match(await send('multipart/form-data; boundary=b', 100), /whole$/);
  });

  it('is answered with 408 when it is an upload that stands still', async () => {
    assert.match(await send('multipart/form-data; boundary=b', 1, 3), /^HTTP\/1\.1 408/);
  });

  it('has no deadline after it arrived: the connection stays open', async () => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const post = () =>
      new Promise<number | undefined>((resolve, reject) => {
        const options = { agent, method: 'POST', port: (server.address() as AddressInfo).port };
        const request = http.request(options, (response) => {
          response.resume().on('end', () => resolve(request.reusedSocket ? response.statusCode : 0));
        });
        request.on('error', reject).end('{}');
      });
    assert.equal(await post(), 0);
    await sleep(600);
    assert.equal(await post(), 200);
    agent.destroy();
  });
});
