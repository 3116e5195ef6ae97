const slots = 2;

/**
 * The key of the jobs of imports. Those of one model run one after the other, so that an upsert finds what the one before it
 * wrote, and two of an account run at a time: imports of many models would take all jobs of a node.
 */
export const importSlot = ({ model }: { readonly model: string }): string =>
  `import ${Array.from(model).reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % slots}`;
