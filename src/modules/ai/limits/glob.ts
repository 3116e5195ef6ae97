/**
 * Matches a name against a pattern in which `*` matches any text, ignoring case. After a mismatch the search returns to
 * the last `*` only, so patterns with many `*` stay fast.
 */
export function matchesGlob(pattern: string, name: string): boolean {
  const wanted = pattern.toLowerCase();
  const given = name.toLowerCase();
  let at = 0;
  let star = -1;
  let resumeAt = 0;
  for (let index = 0; index < given.length; ) {
    if (wanted[at] === '*') {
      star = at;
      resumeAt = index;
      at += 1;
    } else if (wanted[at] === given[index]) {
      at += 1;
      index += 1;
    } else if (star >= 0) {
      at = star + 1;
      resumeAt += 1;
      index = resumeAt;
    } else return false;
  }
  return /^\**$/.test(wanted.slice(at));
}
