import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Browsers and clients open connections that they do not use yet. Node does not count those as idle, and so would wait at a
 * stop until they time out.
 */
export function endUnusedAtStop(server: FastifyInstance): void {
  const open = new Set<Socket>();
  let stopping = false;
  server.server.on('connection', (socket) => {
    if (stopping) return void socket.destroy();
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  server.addHook('preClose', async () => {
    stopping = true;
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  });
}
