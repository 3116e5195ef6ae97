import type { Described } from '../definition/described.ts';

/** Types of steps or triggers in words, one in each line. */
export const inWords = (described: Readonly<Record<string, Described>>): string =>
  Object.entries(described)
    .map(([name, { does, parts }]) => {
      const config = Object.entries(parts).map(([key, phrase]) => `${key}: ${phrase}`);
      return `- ${name}: ${does} {${config.join('; ')}}`;
    })
    .join('\n');
