import type { IncomingMessage, Server } from 'node:http';

interface BodyLimits {
  /** The time limit for a whole body that is not an upload. */
  readonly bodyMs: number;
  /** An upload may take longer, but may not stall for this long. */
  readonly stalledMs: number;
}

const defaults: BodyLimits = { bodyMs: 60_000, stalledMs: 30_000 };

/**
 * Answers 408 when a body does not arrive in time. Node has a single limit for all requests, which would end every
 * large upload. It remains as the bound for uploads (`requestTimeout`), and other bodies get this deadline.
 */
export function limitBodyTime(server: Server, limits: Partial<BodyLimits> = {}): void {
  const { bodyMs, stalledMs } = { ...defaults, ...limits };
  server.on('request', (request) => {
    const { headers } = request;
    const hasBody = Number(headers['content-length'] ?? 0) > 0 || headers['transfer-encoding'] !== undefined;
    if (!hasBody) return;
    // Emit the error as Node does for its own limit, so that the handler of client errors answers.
    const refuse = () => {
      const error = Object.assign(new Error('the body did not arrive in time'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
      server.emit('clientError', error, request.socket);
    };
    const isUpload = headers['content-type']?.toLowerCase().startsWith('multipart/') ?? false;
    const timer = isUpload ? watchProgress(request, stalledMs, refuse) : setTimeout(refuse, bodyMs);
    timer.unref();
    // Node uses the same kind of timer for both.
    request.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer));
  });
}

/**
 * Refuses a stalled upload. Bytes are counted at the socket. A paused upload waits for our storage, not for its client,
 * so it is not refused.
 */
function watchProgress(request: IncomingMessage, stalledMs: number, refuse: () => void): NodeJS.Timeout {
  let before = request.socket.bytesRead;
  return setInterval(() => {
    const { bytesRead } = request.socket;
    if (bytesRead === before && !request.isPaused()) refuse();
    before = bytesRead;
  }, stalledMs);
}
