/** SQL fragments for other modules. Their parameters are SQL. */

/**
 * Rows `contact_id`, `lead_id`, `utm_campaign` (trimmed, in lower case) and `submitted_at` of accepted submissions. Users may
 * write any text as the id of the record.
 */
export const acceptedSubmissions = (tenantId: string): string =>
  `(select s.contact_id, case when s.model_key in ('leads', 'sales.leads')
      and s.record_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$' then s.record_id::uuid end as lead_id, lower(trim(s.utm_campaign)) as utm_campaign, s.submitted_at from forms_form_submissions s
    where s.tenant_id = ${tenantId} and s.status in ('processed', 'received'))`;
