/** Keywords that stop text messages, and one that starts them again, as providers and laws define them. */
const stopWords = new Set([
  ...['stop', 'stopp', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  ...['abmelden', 'abbestellen', 'arret', 'arrêt', 'baja'],
]);
const startWords = new Set(['start', 'unstop']);

/** Reads a keyword from a reply that has no other text, in any case and with any punctuation. */
export function readWord(text: string): 'stop' | 'start' | undefined {
  const word = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return stopWords.has(word) ? 'stop' : startWords.has(word) ? 'start' : undefined;
}
