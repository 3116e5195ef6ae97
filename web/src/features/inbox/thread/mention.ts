const atEnd = /(?:^|\s)@([\p{L}\p{N}._-]*(?: [\p{L}]+)?)$/u;

/** The incomplete name after an `@` at the end of the text; undefined when there is none. */
export const typedMention = (text: string): string | undefined => atEnd.exec(text)?.[1];

/** Replaces the incomplete name by the complete one. */
export function withMention(text: string, name: string): string {
  const typed = typedMention(text);
  return typed === undefined ? text : `${text.slice(0, text.length - typed.length)}${name} `;
}
