/** The GSM alphabet of text messages. Characters of the extension set count twice. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

interface SmsLength {
  readonly characters: number;
  /** The number of parts that the provider sends and charges for. */
  readonly segments: number;
  /** True when the text has characters outside the GSM alphabet, so that fewer fit into a part. */
  readonly unicode: boolean;
}

/**
 * Counts the parts of a text message. A text that does not fit into one part is split, and each part then loses some
 * characters to its header.
 */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const unicode = characters.some((one) => !basic.has(one) && !extended.has(one));
  const [single, part] = unicode ? [70, 67] : [160, 153];
  const placesOf = (one: string): number => (unicode ? one.length : extended.has(one) ? 2 : 1);
  const total = characters.reduce((sum, one) => sum + placesOf(one), 0);
  if (total <= single) return { characters: characters.length, segments: total === 0 ? 0 : 1, unicode };
  let [segments, used] = [1, 0];
  for (const one of characters) {
    // A character that counts twice is not split between two parts.
    if (used + placesOf(one) > part) [segments, used] = [segments + 1, 0];
    used += placesOf(one);
  }
  return { characters: characters.length, segments, unicode };
}
