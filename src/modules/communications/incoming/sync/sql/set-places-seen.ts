import type { Transaction } from '#db/database.ts';

/** Stores the flags that were set at the server, so that they are not read again as changes of the server. */
export const setPlacesSeen = (
  tx: Transaction,
  tenantId: string,
  folderId: string,
  uids: readonly number[],
  seen: boolean,
): Promise<unknown> =>
  tx.query(
    `update mailbox_locations set seen = $4::boolean
     where tenant_id = $1::bigint and folder_id = $2::uuid and uid = any($3::bigint[])`,
    [tenantId, folderId, uids, seen],
  );
