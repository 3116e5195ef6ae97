/** Marks of replies and forwarded mails, in the languages of common mail programs. */
const replies =
  're|aw|antw|antwort|sv|vs|odp|ynt|res|ref|réf|rif|r|ante|atb|bls|vá|ha|ref|atsak|回复|回覆|答复|返信|답장|отв|на|השב|رد|απ|σχετ';
const forwards =
  'fwd|fw|wg|tr|rv|enc|i|vl|vb|doorst|pd|ilt|vs|továbbítás|trs|転送|转发|轉寄|전달|пересл|הועבר|إعادة توجيه|πρθ';
const mark = new RegExp(
  `^(?:(${replies})|(${forwards}))\\s*(?:\\[\\d{1,4}\\]|\\(\\d{1,4}\\)|\\^\\d{1,4})?\\s*[:：]\\s*`,
  'iu',
);
const listName = /^\[[^[\]]{1,60}\]\s*/;
const maxMarks = 50;

export interface NormalSubject {
  /** The subject in lower case, without reply marks and list names. */
  readonly text: string;
  readonly isReply: boolean;
}

/** Removes `Re:`, `AW:`, `Fwd:` and `[list]` from a subject. */
export function normalSubject(subject: string): NormalSubject {
  let text = subject.normalize('NFKC').replace(/\s+/g, ' ').trim();
  let isReply = false;
  for (let n = 0; n < maxMarks; n += 1) {
    const found = mark.exec(text);
    if (found?.[1] !== undefined) isReply = true;
    const [prefix] = found ?? listName.exec(text) ?? [];
    if (prefix === undefined || prefix.length === text.length) break;
    text = text.slice(prefix.length);
  }
  return { text: text.trim().toLowerCase(), isReply };
}
