/**
 * What one mail template may cost. Templates are written by tenants and rendered in the process that serves everyone,
 * so each number bounds how long or how much a hostile template can take.
 */
export const limits = {
  /** Of each of subject, html, text and previewText. */
  templateBytes: 1_000_000,
  /** Liquid tags in one template. 10,000 of them take 0.3 s to parse, and html is parsed up to three times. */
  tags: 5000,
  /** Levels of {% if %} and {% for %}; deeper ones could exhaust the stack while rendering. */
  nesting: 50,
  /** For subject, html and text of one mail together. */
  renderMs: 500,
  /** Characters and list items that filters and ranges create in one template. */
  filterMemory: 1_000_000,
  /** Characters that one template writes, including captured ones. */
  outputLength: 2_000_000,
  /** RFC 5322: a line has at most 998 characters. */
  subjectLength: 998,
  /** MJML, CSS inlining and plain text of one template. The first one also loads the libraries, which takes about a second. */
  markupMs: 15_000,
  markupHeapMb: 256,
  /** MJML elements: the MJML parser counts the lines before each one, so its time grows with the square. */
  mjmlElements: 3000,
  mjmlNesting: 30,
} as const;
