const atEnd = /(?:^|\s)@([\p{L}\p{N}._-]*(?: [\p{L}]+)?)$/u;

/** The name that is being typed after an `@` at the end of the text; undefined when there is none. */
export const typedMention = (text: string): string | undefined => atEnd.exec(text)?.[1];

/** The text with the typed beginning of a name replaced by the whole name. */
export function withMention(text: string, name: string): string {
  const typed = typedMention(text);
  return typed === undefined ? text : `${text.slice(0, text.length - typed.length)}${name} `;
}
