import { argsObject, type ScriptedAnswer, sse, type Wire, words } from './scripted-answer.ts';

const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 };
const end = ({ filtered }: ScriptedAnswer) => ({ finishReason: filtered ? 'SAFETY' : 'STOP', index: 0 });
const usageOf = ({ noUsage }: ScriptedAnswer) => (noUsage ? {} : { usageMetadata });

const functionCalls = ({ calls = [], signature }: ScriptedAnswer) =>
  calls.map(({ name, args }) => ({
    functionCall: { name, args: argsObject(args) },
    ...(signature !== undefined && { thoughtSignature: signature }),
  }));

/** generateContent and streamGenerateContent of Google. */
export const google: Wire = {
  whole: (said) => {
    const parts = [...(said.text === undefined ? [] : [{ text: said.text }]), ...functionCalls(said)];
    return { responseId: 'r1', candidates: [{ content: { role: 'model', parts }, ...end(said) }], ...usageOf(said) };
  },
  streamed: (said) => {
    // Each chunk reports the usage so far.
    const used = { ...usageMetadata, candidatesTokenCount: 2, totalTokenCount: 12 };
    const chunk = (part: unknown) =>
      sse({
        responseId: 'r1',
        candidates: [{ content: { role: 'model', parts: [part] }, index: 0 }],
        ...(!said.noUsage && { usageMetadata: used }),
      });
    return [
      ...words(said.text).map((text) => chunk({ text })),
      ...functionCalls(said).map(chunk),
      sse({
        responseId: 'r1',
        candidates: [{ content: { role: 'model', parts: [] }, ...end(said) }],
        ...usageOf(said),
      }),
    ];
  },
};
