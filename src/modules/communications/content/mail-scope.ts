type Values = Readonly<Record<string, unknown>>;

export interface MailScopeParts {
  readonly contact?: Values | null;
  readonly account?: Values | null;
  readonly user?: Values | null;
  /** Values of the caller: read as `{{ variables.x }}` and as `{{ x }}`. */
  readonly variables?: Values | null;
  readonly unsubscribeUrl?: string | null;
  readonly viewInBrowserUrl?: string | null;
}

/**
 * What a template can read. The fixed names win over variables, even when they are empty: a variable must not be able
 * to replace the link for unsubscribing.
 */
export function mailScope(parts: MailScopeParts): Record<string, unknown> {
  const { contact, account, user, variables, unsubscribeUrl, viewInBrowserUrl } = parts;
  return { ...variables, variables: variables ?? {}, contact, account, user, unsubscribeUrl, viewInBrowserUrl };
}
