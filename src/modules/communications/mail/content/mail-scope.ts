type Values = Readonly<Record<string, unknown>>;

export interface MailScopeParts {
  readonly contact?: Values | null;
  /** The account of the contact. The sender is `company`. */
  readonly account?: Values | null;
  /** Left out for a contact, so that a variable may have this name. */
  readonly lead?: Values | undefined;
  readonly user?: Values | null;
  /** The tenant's own company, which sends the mail. */
  readonly company?: Values | null;
  /** Values of the caller, read as `{{ variables.x }}` and as `{{ x }}`. */
  readonly variables?: Values | null;
  readonly unsubscribeUrl?: string | null;
  readonly viewInBrowserUrl?: string | null;
}

/**
 * Builds the values that a template can read. Fixed names win over variables even when they are empty, because a variable must not
 * replace the unsubscribe link.
 */
export function mailScope(parts: MailScopeParts): Record<string, unknown> {
  const { contact, account, lead, user, company, variables, unsubscribeUrl, viewInBrowserUrl } = parts;
  const fixed = { contact, account, ...(lead && { lead }), user, company, unsubscribeUrl, viewInBrowserUrl };
  return { ...variables, variables: variables ?? {}, ...fixed };
}
