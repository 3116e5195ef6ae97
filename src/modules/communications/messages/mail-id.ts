import { isId } from '#lib/ids.ts';

/** The header that carries the id of a mail to providers and back. */
export const mailIdHeader = 'X-Atrium-Mail';

/** The id of a mail in one of our Message-IDs, `<id@domain>`. Providers leave the brackets out. */
export function idOfMessageId(text: string | undefined): string | undefined {
  const [, id = ''] = /^\s*<?([0-9a-f-]{36})@[^\s<>@]+>?\s*$/i.exec(text ?? '') ?? [];
  return asMailId(id);
}

/** Returns the text when it is an id of a mail. */
export function asMailId(text: string | undefined): string | undefined {
  const id = text?.trim().toLowerCase() ?? '';
  return isId(id) ? id : undefined;
}
