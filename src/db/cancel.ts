import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import pg from 'pg';

const deadlineMs = 5000;

/** What the driver knows of a connection and does not document. */
interface Internals {
  readonly processID: number;
  readonly secretKey: number;
  readonly host: string;
  readonly port: number;
  readonly connection: { readonly stream: Socket; readonly ssl: boolean | object };
}

interface CancelConnection {
  readonly stream: Socket;
  connect(port: number | string, host?: string): void;
  requestSsl(): void;
  cancel(processId: number, secretKey: number): void;
  on(event: string, listener: () => void): this;
}

/**
 * Asks PostgreSQL to stop what a connection is doing, by a cancel request of the protocol: pg_cancel_backend would need
 * rights that the application's role lacks. It may arrive after the statement has ended, so the connection must not be used
 * for anything else afterwards. Should it get lost, the statement ends by its time limit.
 */
export function cancelStatement(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, connection } = client as unknown as Internals;
  const { stream, ssl } = connection;
  // The address in use, because a name may have several.
  const { remoteAddress, remotePort } = stream;
  const name = (stream as TLSSocket).servername || host;
  const secured = ssl ? { ...(typeof ssl === 'object' && ssl), host: name, servername: name } : false;
  const canceller = new pg.Connection({ ssl: secured } as never) as unknown as CancelConnection;
  canceller.on('error', () => {});
  canceller.on('connect', () => (ssl ? canceller.requestSsl() : canceller.cancel(processID, secretKey)));
  canceller.on('sslconnect', () => canceller.cancel(processID, secretKey));
  canceller.stream.setTimeout(deadlineMs, () => canceller.stream.destroy());
  if (remoteAddress !== undefined && remotePort !== undefined) canceller.connect(remotePort, remoteAddress);
  else canceller.connect(`${host}/.s.PGSQL.${port}`);
}
