interface PasswordProblem {
  readonly code: string;
  /** Continues a sentence that begins with the name of the field: "must be at least 10 characters long". */
  readonly message: string;
}

const minCharacters = 10;
/** bcrypt ignores bytes after this length. */
const maxBytes = 72;
/** A repetition of a group up to this long counts as easy to guess. */
const maxGroup = 5;

const tooCommon: PasswordProblem = {
  code: 'too_common',
  message:
    'must not be a password that is guessed first: a well-known one, your own name or address, a repetition or a run',
};

/**
 * The problem of a new password; undefined when it has none. There are no rules about kinds of characters: a password
 * is safe when it is long and not on the lists of attackers. `about` has texts about the user that others may know.
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
  if ([...password].length < minCharacters) {
    return { code: 'too_short', message: `must be at least ${minCharacters} characters long` };
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

/** The form for comparison. Attackers try both cases, and wide or composed forms of the same characters. */
const folded = (text: string): string => text.normalize('NFKC').toLowerCase();

/** True for one short group that is repeated, the last time possibly in part: aaaaaaaaaa, abcabcabca. */
const isRepetition = (characters: readonly string[]): boolean =>
  Array.from({ length: maxGroup }, (_, n) => n + 1).some((size) =>
    characters.every((character, at) => at < size || character === characters[at - size]),
  );

const isRun = (characters: readonly string[], next: (one: string, other: string) => boolean): boolean =>
  characters.every((character, at) => at === 0 || next(characters[at - 1] as string, character));

/** True when the code points are neighbours, in any alphabet. 0 follows 9, and a follows z. */
const follows = (one: string, other: string): boolean =>
  other.codePointAt(0) === (one.codePointAt(0) as number) + 1 || ['90', 'za'].includes(one + other);

let common: Promise<ReadonlySet<string>> | undefined;

/**
 * The common passwords with at least 10 characters: 1,557 of 49,233. They are loaded for the first check, in about 15
 * ms, and take 250 kB of memory; with the short ones it would be 1.8 MB.
 */
const commonPasswords = (): Promise<ReadonlySet<string>> => {
  common ??= readCommonPasswords();
  return common;
};

async function readCommonPasswords(): Promise<ReadonlySet<string>> {
  const { default: list } = await import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } });
  const long = new Set(list.filter((password) => password.length >= minCharacters).map(folded));
  // Modules are never unloaded, so emptying the list frees its memory.
  list.length = 0;
  return long;
}
