/**
 * Limits of one mail template. Tenants write templates, and threads shared by all tenants process them, so each number bounds the time or
 * memory of a hostile template.
 */
export const limits = {
  /** Bytes of each of subject, html, text and previewText. */
  templateBytes: 1_000_000,
  /** Liquid tags in one template. 10,000 of them take 0.3 s to parse, and html is parsed up to three times. */
  tags: 5000,
  /** Values, filters, arguments and parts of names in one tag. 190,000 of them took 6 s to parse, and 800 MB. */
  tagOperands: 200,
  /** Values, filters, arguments and parts of names in all tags of a template. */
  operands: 20_000,
  /** Levels of {% if %} and {% for %}; deeper ones could exhaust the stack while rendering. */
  nesting: 50,
  /** Processor time for subject, html and text of one mail together. */
  renderMs: 500,
  /** Processor time for each mail of a batch. A usual mail takes 0.25 ms, and a batch has up to 50,000 mails. */
  batchRenderMs: 50,
  /** Characters and list items that filters and ranges create in one template. */
  filterMemory: 1_000_000,
  /** Characters of the format of a date. Each conversion takes 20 µs, and a usual format has five of them. */
  dateFormatLength: 200,
  /** Characters that one template writes, including captured ones. */
  outputLength: 2_000_000,
  /** RFC 5322: a line has at most 998 characters. */
  subjectLength: 998,
  /** Characters of a template after MJML and CSS inlining. The server keeps them, so that each thread can parse them. */
  preparedLength: 4_000_000,
  /** MJML elements: the MJML parser counts the lines before each one, so its time grows with the square. */
  mjmlElements: 3000,
  mjmlNesting: 30,
  /** Elements of a template in HTML, or of the HTML that MJML produces. */
  elements: 20_000,
  /** Characters in all <style> elements. */
  cssLength: 300_000,
  /** Nesting of blocks: the CSS parser copies the rest of the text for each level. */
  cssNesting: 20,
  /**
   * Blocks in all <style> elements, counting strings and @media too: the CSS parser moves all following tokens for each
   * block.
   */
  cssBlocks: 10_000,
  /** Declarations: each is copied to all elements that its rule matches. */
  cssDeclarations: 10_000,
  /** Names, classes and conditions in the selectors of all rules. */
  selectorParts: 10_000,
  /** `~` examines all preceding siblings: each further one in a selector multiplies its time by their number. */
  siblingCombinators: 1,
  /** Elements times parts of selectors: inlining compares each with each, which takes 3 µs. */
  comparisons: 1_000_000,
} as const;

/** Limits of the threads, for cases that the limits above do not cover. */
export const threadLimits = {
  /** Processor time for MJML, CSS inlining, plain text and parsing of one template. */
  compileMs: 6000,
  /** Processor time for one group of mails that are rendered together. */
  renderMs: 3000,
  heapMb: 256,
} as const;
