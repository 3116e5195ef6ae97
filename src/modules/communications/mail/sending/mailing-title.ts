import { type MailScopeParts, mailScope } from '../content/mail-scope.ts';
import { ContentError } from '../content/template/content-error.ts';
import type { CompiledContent } from '../content/thread/content-cache.ts';

type Values = Record<string, unknown>;

/** The placeholder for a value that differs between recipients. */
const placeholder = '…';

/**
 * Returns the title of a mailing: its subject, with the values that are equal for all recipients. A subject without text of its own
 * becomes the name of the template.
 */
export async function mailingTitle(
  compiled: CompiledContent,
  parts: MailScopeParts,
  templateName: string | null,
): Promise<string> {
  const fallback = templateName ?? 'Mailing';
  try {
    const scope = mailScope({ unsubscribeUrl: '#', viewInBrowserUrl: '#', ...parts });
    const { missing } = await compiled.render(scope);
    for (const name of missing) fill(scope, name.split('.'));
    const { subject } = await compiled.render(scope);
    const isOwn = /[\p{L}\p{N}]/u.test(subject);
    return (isOwn ? subject : fallback).slice(0, maxLength);
  } catch (error) {
    if (!(error instanceof ContentError)) throw error;
    return fallback;
  }
}

const maxLength = 250;

/** Puts the placeholder at a path, without changing values that others use. */
function fill(scope: Values, path: readonly string[]): void {
  let place = scope;
  for (const key of path.slice(0, -1)) {
    const inner = place[key];
    if (inner !== null && inner !== undefined && (typeof inner !== 'object' || Array.isArray(inner))) return;
    const copy: Values = { ...(inner as Values | null) };
    place[key] = copy;
    place = copy;
  }
  const last = path.at(-1);
  if (last !== undefined && (place[last] === null || place[last] === undefined)) place[last] = placeholder;
}
