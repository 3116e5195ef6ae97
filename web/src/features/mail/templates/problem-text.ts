export interface TemplateProblem {
  /** The field with the error. */
  readonly field: string;
  readonly line: number | undefined;
  readonly message: string;
}

/** Parses `html cannot be used: html, line 3, column 5: There is no …`. */
export function readProblem(sentence: string, field = 'html'): TemplateProblem {
  const text = sentence.replace(/^.*?cannot be used: /, '');
  const place = /^(subject|html|text|previewText)(?:, line (\d+))?(?:, column \d+)?(?:, at .*?)?: (.*)$/s.exec(text);
  const line = place?.[2];
  return {
    field: place?.[1] ?? field,
    line: line === undefined ? undefined : Number(line),
    message: place?.[3] ?? text,
  };
}
