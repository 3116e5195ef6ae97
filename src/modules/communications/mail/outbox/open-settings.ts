import type { TransportSettings } from '../transports/transports.ts';
import type { TransportRow } from './sql/transports.ts';

/** Only what opening needs: the transport is opened again when any of it changes. */
export const openSettings = (row: TransportRow, url: string): TransportSettings => ({
  id: row.id,
  url,
  fromEmail: row.fromEmail,
  fromName: row.fromName,
  maxConnections: row.maxConnections,
  dkimDomain: row.dkimDomain,
  returnPathDomain: row.returnPathDomain,
});
