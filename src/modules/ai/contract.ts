/** The actions that other modules may use. */

export const completions = { complete: { name: 'ai.text-completion.complete' } } as const;
