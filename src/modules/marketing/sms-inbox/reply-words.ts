/** Keywords that stop text messages, and those that start them again, as providers and laws define them. */
const stopWords = new Set([
  ...['stop', 'stopp', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  ...['abmelden', 'abbestellen', 'arret', 'arrêt', 'baja'],
]);
const startWords = new Set(['start', 'unstop']);

/** Reads the keyword of a reply that has no other text. Ignores case and punctuation. */
export function readWord(text: string): 'stop' | 'start' | undefined {
  const word = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return stopWords.has(word) ? 'stop' : startWords.has(word) ? 'start' : undefined;
}
