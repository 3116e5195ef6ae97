/** SQL fragments for other modules. Their parameters are SQL. */

/** Rows `contact_id`, `utm_campaign` (trimmed, in lower case) and `submitted_at` of accepted submissions. */
export const acceptedSubmissions = (tenantId: string): string =>
  `(select s.contact_id, lower(trim(s.utm_campaign)) as utm_campaign, s.submitted_at from forms_form_submissions s
    where s.tenant_id = ${tenantId} and s.status in ('processed', 'received'))`;
