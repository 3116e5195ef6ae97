/** The characters of a text message in the GSM alphabet. Those of the second set take two places. */
const basic = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
const extended = new Set('\f^{}\\[~]|€');

interface SmsLength {
  readonly characters: number;
  /** Parts that the provider sends and charges for. */
  readonly segments: number;
  /** The text has characters outside the GSM alphabet, so fewer fit into a part. */
  readonly unicode: boolean;
}

/** A text that does not fit into one part is split, and each part loses some places to its number. */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const unicode = characters.some((one) => !basic.has(one) && !extended.has(one));
  const [single, part] = unicode ? [70, 67] : [160, 153];
  const placesOf = (one: string): number => (unicode ? one.length : extended.has(one) ? 2 : 1);
  const total = characters.reduce((sum, one) => sum + placesOf(one), 0);
  if (total <= single) return { characters: characters.length, segments: total === 0 ? 0 : 1, unicode };
  let [segments, used] = [1, 0];
  for (const one of characters) {
    // A character of two places is not divided between two parts.
    if (used + placesOf(one) > part) [segments, used] = [segments + 1, 0];
    used += placesOf(one);
  }
  return { characters: characters.length, segments, unicode };
}
