import { queryOptions, useQuery } from '@tanstack/react-query';
import { keys } from '~/api/keys.ts';
import { type RecordData, records } from '~/api/records.ts';

export const connectionsPath = '/api/communications/mailboxConnections';

type ConnectionStatus = 'active' | 'syncing' | 'needsReauthorization' | 'failing';
type Sharing = 'contacts' | 'everything' | 'metadata' | 'nothing';

interface Server {
  readonly host: string;
  readonly port: number;
  readonly secure: boolean;
  readonly username: string;
}

/** A mailbox of the person or of one of their teams. */
export interface Connection extends RecordData {
  readonly provider: 'google' | 'microsoft' | 'imap';
  readonly email: string;
  readonly name: string | null;
  readonly teamIds: readonly string[] | null;
  /** The user who connected the mailbox and may change it. */
  readonly ownerId: string | null;
  readonly status: ConnectionStatus;
  readonly error: string | null;
  readonly lastSyncedAt: string | null;
  readonly backfillDays: number | null;
  readonly backfillTotal: number | null;
  readonly backfillDone: number | null;
  readonly folders: readonly string[] | null;
  readonly sharing: Sharing | null;
  readonly blocklist: readonly string[] | null;
  readonly createsContacts: boolean | null;
  readonly signature: string | null;
  readonly imap: Server | null;
  readonly smtp: Server | null;
}

const input = { sort: ['email'], limit: 100 } as const;

export const connectionsQuery = queryOptions({
  queryKey: keys.list(connectionsPath, input),
  queryFn: async ({ signal }) =>
    (await records.list(connectionsPath, input, signal)).data as readonly RecordData[] as readonly Connection[],
});

const none: readonly Connection[] = [];

/** The mailboxes that the person can use; empty while they load. */
export const useConnections = (): readonly Connection[] => useQuery(connectionsQuery).data ?? none;

/** The label of a mailbox in a list. */
export const connectionLabel = ({ name, email }: Connection): string => (name ? `${name} (${email})` : email);
