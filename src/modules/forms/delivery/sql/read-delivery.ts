import type { Queryable } from '#db/database.ts';
import { inTenant, scoped } from '#db/params.ts';

/** A submission in the format that is posted to the URL of its form. */
export interface Delivery {
  readonly status: string;
  readonly url: string | null;
  /** Encrypted. */
  readonly secret: string | null;
  readonly body: string;
}

export async function readDelivery(
  db: Queryable,
  tenantId: string,
  submissionId: string,
): Promise<Delivery | undefined> {
  const [row] = await db.query<Delivery>(
    `select d.* from ${scoped(
      'd',
      `select s.status, f.submit_url as url, f.submit_secret as secret,
        json_build_object('submissionId', s.id, 'formId', f.id, 'form', f.name, 'submittedAt', s.submitted_at, 'data', s.data,
          'email', s.email, 'pageUrl', s.page_url, 'utmSource', s.utm_source, 'utmMedium', s.utm_medium,
          'utmCampaign', s.utm_campaign, 'utmTerm', s.utm_term, 'utmContent', s.utm_content)::text as body
       from forms_form_submissions s join forms_forms f on f.tenant_id = s.tenant_id and f.id = s.form_id
       where ${inTenant('s')} and s.id = $2::uuid`,
    )}`,
    [tenantId, submissionId],
  );
  return row;
}
