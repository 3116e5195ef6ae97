import type { TransactionContext } from '#core/context.ts';

interface FoundUser {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly active: boolean;
  readonly verified: boolean;
  readonly password: string | null;
  readonly roles: string[];
}

const columns = `id, email, name, coalesce(active, false) as active, coalesce(email_verified, false) as verified, password,
  coalesce(roles, '{}') as roles`;

export async function findUser({ tx, caller }: TransactionContext, id: string): Promise<FoundUser | undefined> {
  const [row] = await tx.query<FoundUser>(
    `select ${columns} from identity_users where tenant_id = $1::bigint and id = $2::uuid`,
    [caller.tenantId, id],
  );
  return row;
}

export async function findUserByEmail(
  { tx, caller }: TransactionContext,
  email: string,
): Promise<FoundUser | undefined> {
  const [row] = await tx.query<FoundUser>(
    `select ${columns} from identity_users where tenant_id = $1::bigint and email_folded = lower($2::text)`,
    [caller.tenantId, email],
  );
  // PostgreSQL lowers some letters that JavaScript does not, such as İ to i. That is another address.
  return row?.email.toLowerCase() === email.toLowerCase() ? row : undefined;
}
