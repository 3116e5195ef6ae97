/** A type (`contact.created`), one with wildcards (`contact.*`, `*.deleted`), or `*` for all. */
const wellFormed = /^(?:\*|(?:\*|[A-Za-z]\w*)(?:\.[\w*]+)+)$/;

export const isEventPattern = (text: string): boolean => text.length <= 200 && wellFormed.test(text);

/** What happens to accounts: who signs in, from where. Records of a tenant's own model may begin with the same word. */
const aboutAccounts = (type: string): boolean =>
  type.startsWith('security.') && !/^security\.(?:created|updated|deleted)$/.test(type);

/**
 * `*` stands for any part of a word between dots; alone at the end, for all that follows. Events about accounts are for
 * those who name them: `security.*` or a full type, never a bare `*`.
 */
export function matchesEvent(pattern: string, type: string): boolean {
  if (aboutAccounts(type) && !pattern.startsWith('security.')) return false;
  if (!pattern.includes('*')) return pattern === type;
  const wanted = pattern.split('.');
  const given = type.split('.');
  const open = wanted.at(-1) === '*';
  if (open ? given.length < wanted.length : given.length !== wanted.length) return false;
  return wanted.every((word, n) => matchesWord(word, given[n] ?? ''));
}

/** Looks for the pieces between the stars one after the other: no pattern makes it slow. */
function matchesWord(pattern: string, word: string): boolean {
  const pieces = pattern.split('*');
  const first = pieces.shift() ?? '';
  const last = pieces.pop();
  if (last === undefined) return pattern === word;
  if (word.length < first.length + last.length || !word.startsWith(first) || !word.endsWith(last)) return false;
  let at = first.length;
  for (const piece of pieces) {
    const found = word.indexOf(piece, at);
    if (found < 0 || found + piece.length > word.length - last.length) return false;
    at = found + piece.length;
  }
  return true;
}
