import type { Transaction } from '#db/database.ts';

export interface EarlierSubmissions {
  /** The number of submissions that count for the limit of the form. */
  readonly count: number;
  readonly sameEmail: boolean;
  readonly sameUser: boolean;
  /** True when the same submission was already stored. */
  readonly sameToken: boolean;
}

interface Who {
  readonly email: string | null;
  readonly userId: string | null;
  readonly token: string | null;
}

/** Counts earlier submissions, without those of robots and repeated ones. */
export async function earlierSubmissions(
  tx: Transaction,
  tenantId: string,
  formId: string,
  { email, userId, token }: Who,
): Promise<EarlierSubmissions> {
  const [row] = await tx.query<EarlierSubmissions>(
    `with counted as not materialized (
      select email, user_id, submission_token from forms_form_submissions
      where tenant_id = $1::bigint and form_id = $2::uuid and status is distinct from 'spam' and status is distinct from 'duplicate'
    )
    select (select count(*)::int from counted) as count,
      exists (select from counted where lower(email) = lower($3::text)) as "sameEmail",
      exists (select from counted where user_id = $4::uuid) as "sameUser",
      exists (select from forms_form_submissions where tenant_id = $1::bigint and form_id = $2::uuid
        and submission_token = $5::text) as "sameToken"`,
    [tenantId, formId, email, userId, token],
  );
  return row as EarlierSubmissions;
}
