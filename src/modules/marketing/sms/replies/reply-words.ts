/** Words that end text messages, and one that starts them again, as providers and laws know them. */
const stopWords = new Set([
  ...['stop', 'stopp', 'stopall', 'unsubscribe', 'cancel', 'end', 'quit', 'revoke', 'optout'],
  ...['abmelden', 'abbestellen', 'arret', 'arrêt', 'baja'],
]);
const startWords = new Set(['start', 'unstop']);

/** What a reply asks for, when it is nothing but one of the words, in any case and with any punctuation. */
export function readWord(text: string): 'stop' | 'start' | undefined {
  const word = text.toLowerCase().replaceAll(/[^\p{L}]/gu, '');
  return stopWords.has(word) ? 'stop' : startWords.has(word) ? 'start' : undefined;
}
