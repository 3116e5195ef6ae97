import { limits } from './template/limits.ts';

/** Line breaks and tabs, C0 and C1 control characters, and the line separators of Unicode. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the pattern finds control characters to remove them
const controls = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;

/** Makes a subject safe for a header: one line, no control characters, at most 998 characters, whole code points. */
export function subjectLine(text: string): string {
  const line = text.replace(controls, (found) => (/[\t\n\r\u0085\u2028\u2029]/.test(found) ? ' ' : '')).trim();
  return wholeStart(line, limits.subjectLength).toWellFormed();
}

/** The first characters of a text, without half a surrogate pair at the end. */
function wholeStart(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length).trimEnd();
}
