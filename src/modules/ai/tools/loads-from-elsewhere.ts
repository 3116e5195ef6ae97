const isHtml = /<[a-z!/]/i;

/** Elements and attributes by which a page loads something, and styles that do or that cannot be read at a glance. */
const loading = [
  /<(?:img|image|picture|source|video|audio|track|iframe|frame|object|embed|link|style|svg|input|meta|base|script)\b/i,
  /\b(?:src|srcset|background|poster)\s*=/i,
  /\bstyle\s*=[^<>]*(?:url|&|\\)/i,
];

/**
 * Whether a value, or a text within it, is HTML that loads something when it is shown, such as a picture: its address may be that of
 * another server, and contain what the language model has read.
 */
export function loadsFromElsewhere(value: unknown): boolean {
  if (typeof value === 'string') return isHtml.test(value) && loading.some((pattern) => pattern.test(value));
  return typeof value === 'object' && value !== null && Object.values(value).some(loadsFromElsewhere);
}
