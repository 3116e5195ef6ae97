import { decodeHTML } from 'entities';

/** The text of HTML, roughly, as a preview and a search need it. */
export const shownText = (html: string): string =>
  html
    .replace(/<(style|script|head|title)\b[^>]{0,2000}>[\s\S]*?(?:<\/\1\s*>|$)/gi, ' ')
    .replace(/<!--[\s\S]*?(?:-->|$)/g, ' ')
    .replace(/<[^>]*(?:>|$)/g, ' ')
    .replace(/&(?:#\w{1,8}|[a-z]\w{1,31});/gi, (reference) => decodeHTML(reference));
