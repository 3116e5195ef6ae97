import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';
import pg from 'pg';

const timeoutMs = 5000;

/** Undocumented properties of the driver's client. */
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
 * Cancels the running statement of a connection, by a cancel request of the protocol, because the application's role
 * may not use pg_cancel_backend. The request may arrive after the statement has ended, so the connection must not be
 * used again. If the request is lost, the time limit ends the statement.
 */
export function cancelStatement(client: pg.PoolClient): void {
  const { processID, secretKey, host, port, connection } = client as unknown as Internals;
  const { stream, ssl } = connection;
  // Use the address of the connection, because a host name may have several.
  const { remoteAddress, remotePort } = stream;
  const name = (stream as TLSSocket).servername || host;
  const secured = ssl ? { ...(typeof ssl === 'object' && ssl), host: name, servername: name } : false;
  const canceller = new pg.Connection({ ssl: secured } as never) as unknown as CancelConnection;
  canceller.on('error', () => {});
  canceller.on('connect', () => (ssl ? canceller.requestSsl() : canceller.cancel(processID, secretKey)));
  canceller.on('sslconnect', () => canceller.cancel(processID, secretKey));
  canceller.stream.setTimeout(timeoutMs, () => canceller.stream.destroy());
  if (remoteAddress !== undefined && remotePort !== undefined) canceller.connect(remotePort, remoteAddress);
  else canceller.connect(`${host}/.s.PGSQL.${port}`);
}
