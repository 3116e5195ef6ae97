import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { passwordProblem } from './password-policy.ts';

const about = ['ada.lovelace@example.com', 'ada.lovelace', 'analytical-engines', 'Ada King of Lovelace', 'Ada', ''];
const codeOf = async (password: string): Promise<string | undefined> => (await passwordProblem(password, about))?.code;

/** Asserts that each password has this problem; undefined means none. */
async function assertProblem(code: string | undefined, ...passwords: string[]): Promise<void> {
  for (const password of passwords) assert.equal(await codeOf(password), code, JSON.stringify(password));
}

describe('a new password', () => {
  it('may consist of any characters', () =>
    assertProblem(
      undefined,
      'correct horse battery',
      'zgqwmplkvt',
      '8305927416',
      '!"§$%&/()=',
      'пароль из слов',
      '          x',
      'Привет😀мир!',
    ));

  it('has at least 10 characters, however many bytes they take', async () => {
    await assertProblem('too_short', '', 'zgqwmplkv', '😀😁😂😃😄😅😆😇😈', 'äöüßéèêñç');
    await assertProblem(undefined, 'zgqwmplkvt', '😀😂😁😄😃😆😅😈😇🙈');
    assert.equal((await passwordProblem('short', []))?.message, 'must be at least 10 characters long');
  });

  it('has at most 72 bytes, and the error says why', async () => {
    const longest = 'zgqwmplkvtx '.repeat(6);
    assert.equal(longest.length, 72);
    await assertProblem(undefined, longest, `${longest.slice(0, 68)}😀`);
    await assertProblem('too_long', `${longest}x`, `${longest.slice(0, 69)}😀`, 'x'.repeat(1_000_000));
    const problem = await passwordProblem('ü'.repeat(37), []);
    assert.match(
      problem?.message ?? '',
      /^must be at most 72 bytes long in UTF-8, because nothing after that would count$/,
    );
  });

  it('is text', () =>
    assertProblem('invalid_format', 'zgqwmplkvt\u0000', '\u0000', 'zgqwmplkvt\ud83d', '\ude00zgqwmplkvt'));

  it('is not a common password, in any case', () =>
    assertProblem('too_common', 'qwertyuiop', 'password123', 'Password123', 'PASSWORD123', '1q2w3e4r5t', 'basketball'));

  it('is not the email address, account key or name of the user', async () => {
    await assertProblem(
      'too_common',
      ...about.slice(0, 4),
      'Ada.Lovelace@Example.COM',
      'ANALYTICAL-ENGINES',
      'ada king of lovelace',
    );
    await assertProblem(undefined, 'ada.lovelace and more', 'engines-analytical');
    assert.equal(await passwordProblem('analytical-engines', []), undefined);
  });

  it('is not a repetition of a short group', async () => {
    await assertProblem(
      'too_common',
      'aaaaaaaaaa',
      '----------',
      'abcabcabcabc',
      'abcabcabca',
      'ABCabcAbCabc',
      'hellohello',
      '😀😀😀😀😀😀😀😀😀😀',
    );
    await assertProblem(undefined, 'aaaaaaaaab', 'baaaaaaaaa', 'abcabcabcabd');
  });

  it('is not a run of consecutive characters', async () => {
    await assertProblem(
      'too_common',
      '1234567890',
      '0123456789',
      '0987654321',
      '12345678901234567890',
      'abcdefghij',
      'ABCDEFGHIJ',
    );
    await assertProblem('too_common', 'jihgfedcba', 'uvwxyzabcd', 'абвгдежзий', '１２３４５６７８９０');
    await assertProblem(undefined, '1234567809', 'abcdefghijx', 'acegikmoqs');
  });

  it('has a valid length and no NUL character whenever it is accepted', () =>
    fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', maxLength: 90 }), async (password) => {
        const problem = await passwordProblem(password, about);
        if (problem) return assert.match(`password ${problem.message}.`, /^password must /);
        assert.ok([...password].length >= 10 && Buffer.byteLength(password) <= 72 && !password.includes('\u0000'));
      }),
    ));
});
