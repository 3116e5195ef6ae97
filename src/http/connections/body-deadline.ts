import type { IncomingMessage, Server } from 'node:http';

interface BodyLimits {
  /** For a whole body that is no upload. */
  readonly bodyMs: number;
  /** An upload may take longer, but not stand still for this long. */
  readonly stalledMs: number;
}

const defaults: BodyLimits = { bodyMs: 60_000, stalledMs: 30_000 };

/**
 * Answers 408 when a body does not arrive in time. Node has one limit for all requests, which would end every large upload;
 * it stays as a bound for uploads (`requestTimeout`), and other bodies get this deadline.
 */
export function limitBodyTime(server: Server, limits: Partial<BodyLimits> = {}): void {
  const { bodyMs, stalledMs } = { ...defaults, ...limits };
  server.on('request', (request) => {
    const { headers } = request;
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
    if (!hasBody) return;
    // As when Node's own limit is exceeded: the handler of client errors answers.
    const refuse = () => {
      const error = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, request.socket);
    };
    const isUpload = headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
    const timer = isUpload ? watchProgress(request, stalledMs, refuse) : setTimeout(refuse, bodyMs);
    timer.unref();
    // Both are the same kind of timer in Node.
    request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}

/** Bytes are counted at the socket. An upload that is paused waits for our storage, not for its client. */
function watchProgress(request: IncomingMessage, stalledMs: number, refuse: () => void): NodeJS.Timeout {
  let before = request.socket.bytesRead;
  return setInterval(() => {
    const { bytesRead } = request.socket;
    if (bytesRead === before && !request.isPaused()) refuse();
    before = bytesRead;
  }, stalledMs);
}
