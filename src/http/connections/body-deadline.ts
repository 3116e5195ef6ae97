import type { IncomingMessage, Server } from 'node:http';
import type { Logger } from 'pino';

/** For a whole JSON body, from its first header to its last byte. */
const bodyMs = 60_000;
/** Uploads may take longer, but not stand still for this long. */
const stalledMs = 30_000;

/**
 * Closes connections whose body does not arrive in time. Node has one limit for all requests, which would end every large
 * upload; it stays as a bound for uploads (`requestTimeout`), and other bodies get this deadline.
 */
export function limitBodyTime(server: Server, log: Logger): void {
  server.on('request', (request) => {
    const { headers } = request;
    if (headers['content-length'] === undefined && headers['transfer-encoding'] === undefined) return;
    if (headers['content-length'] === '0') return;
    const close = () => {
      log.info(`a request body did not arrive in time: ${request.method} ${request.url?.split('?')[0]}`);
      request.socket.destroy();
    };
    if (headers['content-type']?.toLowerCase().startsWith('multipart/')) watchProgress(request, close);
    else {
      const timer = setTimeout(close, bodyMs).unref();
      request.once('close', () => clearTimeout(timer));
    }
  });
}

/** Bytes are counted at the socket: a body that waits because storage is slow has stopped for a reason of ours. */
function watchProgress(request: IncomingMessage, close: () => void): void {
  let before = request.socket.bytesRead;
  const timer = setInterval(() => {
    const { bytesRead } = request.socket;
    if (bytesRead === before && !request.isPaused()) close();
    before = bytesRead;
  }, stalledMs).unref();
  request.once('close', () => clearInterval(timer));
}
