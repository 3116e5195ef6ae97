import type { TransportSettings } from '../transports/transports.ts';
import type { TransportRow } from './sql/transports.ts';

/** The settings that opening a transport needs. The transport is opened again when one of them changes. */
export const openSettings = (row: TransportRow, url: string): TransportSettings => ({
  id: row.id,
  url,
  fromEmail: row.fromEmail,
  fromName: row.fromName,
  maxConnections: row.maxConnections,
  dkimDomain: row.dkimDomain,
  returnPathDomain: row.returnPathDomain,
});
