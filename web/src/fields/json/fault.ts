const scalar = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON strings must not contain them.
const string = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const space = /[ \t\r\n]*/y;

/**
 * The position where a text stops being valid JSON; undefined when it is valid. Error messages of browsers do not
 * always name the position.
 */
export function jsonFault(text: string): { readonly line: number; readonly column: number } | undefined {
  let at = 0;
  const skip = (expression: RegExp): boolean => {
    expression.lastIndex = at;
    const found = expression.exec(text);
    at += found?.[0].length ?? 0;
    return found !== null;
  };
  const sign = (wanted: string): boolean => {
    skip(space);
    if (text[at] !== wanted) return false;
    at += 1;
    return true;
  };
  const members = (close: string, member: () => boolean): boolean => {
    if (sign(close)) return true;
    do if (!member()) return false;
    while (sign(','));
    return sign(close);
  };
  const value = (): boolean => {
    skip(space);
    if (text[at] === '{') {
      at += 1;
      return members('}', () => {
        skip(space);
        return skip(string) && sign(':') && value();
      });
    }
    if (text[at] === '[') {
      at += 1;
      return members(']', value);
    }
    return text[at] === '"' ? skip(string) : skip(scalar);
  };
  const whole = value();
  skip(space);
  if (whole && at === text.length) return undefined;
  const before = text.slice(0, at).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
