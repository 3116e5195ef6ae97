interface PasswordProblem {
  readonly code: string;
  /** What follows the name of the field: "must be at least 10 characters long". */
  readonly message: string;
}

const fewestCharacters = 10;
/** bcrypt reads no further. */
const maxBytes = 72;
/** A group of so many characters that is said over and over adds nothing to what it says once. */
const longestGroup = 5;

const tooCommon: PasswordProblem = {
  code: 'too_common',
  message:
    'must not be a password that is guessed first: a well-known one, your own name or address, a repetition or a run',
};

/**
 * Says what is wrong with a new password; undefined when nothing is. What it consists of is left to people: length and
 * not being on the list of every attacker is what protects. `about` is what strangers may know of the person.
 */
export async function passwordProblem(
  password: string,
  about: readonly string[],
): Promise<PasswordProblem | undefined> {
  if (password.includes('\u0000') || !password.isWellFormed()) {
    return { code: 'invalid_format', message: 'must be well-formed Unicode without the NUL character' };
  }
  if (Buffer.byteLength(password) > maxBytes) {
    return {
      code: 'too_long',
      message: `must be at most ${maxBytes} bytes long in UTF-8, because nothing after that would count`,
    };
  }
  if ([...password].length < fewestCharacters) {
    return { code: 'too_short', message: `must be at least ${fewestCharacters} characters long` };
  }
  const plain = folded(password);
  const characters = [...plain];
  const guessed =
    about.some((known) => folded(known) === plain) ||
    isRepetition(characters) ||
    isRun(characters, follows) ||
    isRun(characters.toReversed(), follows) ||
    (await commonPasswords()).has(plain);
  return guessed ? tooCommon : undefined;
}

/** As it is compared: whoever guesses tries both cases, and wide or composed forms of the same characters. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** One short group and nothing else, the last time perhaps in part: aaaaaaaaaa, abcabcabca. */
const isRepetition = (characters: readonly string[]): boolean =>
  Array.from({ length: longestGroup }, (_, n) => n + 1).some((size) =>
    characters.every((character, at) => at < size || character === characters[at - size]),
  );

const isRun = (characters: readonly string[], next: (one: string, other: string) => boolean): boolean =>
  characters.every((character, at) => at === 0 || next(characters[at - 1] as string, character));

/** In any alphabet. Digits and letters begin again after the last. */
const follows = (one: string, other: string): boolean =>
  other.codePointAt(0) === (one.codePointAt(0) as number) + 1 || ['90', 'za'].includes(one + other);

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The well-known passwords that are long enough to be chosen: 1,557 of 49,233. Read with the first password that somebody
 * chooses, which takes some 15 ms; what stays is 250 kB, against 1.8 MB with the short ones.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= readCommonPasswords();
  return common;
};

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  const long = new Set(list.filter((password) => password.length >= fewestCharacters).map(folded));
  // A module is never let go of, but this one need not hold what nobody asks for again.
  list.length = 0;
  return long;
}
