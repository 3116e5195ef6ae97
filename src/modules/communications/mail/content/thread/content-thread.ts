import { SizedLruMap } from '#lib/lru.ts';
import { type LoadLibrary, serveTasks } from '#lib/threads/serve-tasks.ts';
import { compileTemplates } from '../compile-templates.ts';
import { type ParsedContent, parseContent } from '../parse-content.ts';
import { ContentError } from '../template/content-error.ts';
import { limits } from '../template/limits.ts';
import type { Scope } from '../template/mail-content.ts';
import type { ContentAnswer, ContentFault, ContentTask, RenderResult } from './content-tasks.ts';

/** Parsed templates by the key of their content. */
const parsedContents = new SizedLruMap<string, ParsedContent>(32_000_000);

/** A task ends after this time or this much text, because the main thread copies the whole result in one turn. */
const sliceMs = 50;
const sliceLength = 2_000_000;

async function run(task: ContentTask, load: LoadLibrary): Promise<ContentAnswer> {
  try {
    if (task.kind === 'compile') {
      const parsed = await compileTemplates(task.content, load);
      parsedContents.set(task.key, parsed, parsed.bytes);
      return { prepared: parsed.prepared, variables: parsed.variables };
    }
    const parsed = parsedContents.get(task.key) ?? (task.prepared && parseContent(task.prepared));
    if (!parsed) return { isUnknown: true };
    parsedContents.set(task.key, parsed, parsed.bytes);
    return { results: renderSome(parsed, task.scopes, task.renderMs) };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

function renderSome(parsed: ParsedContent, scopes: readonly Scope[], renderMs: number): RenderResult[] {
  const endAt = performance.now() + sliceMs;
  const results: RenderResult[] = [];
  let length = 0;
  for (const scope of scopes) {
    const result = renderOne(parsed, scope, renderMs);
    results.push(result);
    if ('rendered' in result) length += result.rendered.text.length + (result.rendered.html?.length ?? 0);
    if (length > sliceLength || performance.now() > endAt) break;
  }
  return results;
}

/**
 * Retries a mail of a batch that exceeds the short limit once, with the full limit: the first attempt may have waited
 * for the compiler of V8 or a garbage collection.
 */
function renderOne(parsed: ParsedContent, scope: Scope, renderMs: number, isLastTry = false): RenderResult {
  try {
    return { rendered: parsed.render(scope, renderMs) };
  } catch (error) {
    const fault = faultOf(error);
    return fault.isLimit && !isLastTry && renderMs < limits.renderMs
      ? renderOne(parsed, scope, renderMs, true)
      : { fault };
  }
}

/** Converts an error to a fault. Throws all errors that are not caused by the content. */
function faultOf(error: unknown): ContentFault {
  if (!(error instanceof ContentError)) throw error;
  const { field, message, isLimit, isSlow } = error;
  return { field, message, isLimit, isSlow };
}

await serveTasks(run);
