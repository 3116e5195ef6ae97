import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/**
 * Ends unused connections at shutdown. Browsers open connections in advance, and Node does not count a connection
 * without a request as idle, so the shutdown would wait until they time out.
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
