/** Reports progress: on a terminal as one line that is overwritten, elsewhere as one line for each finished chapter. */
export interface Progress {
  chapter(name: string): void;
  records(count: number): void;
  done(): void;
}

const clearLine = '\r\u001b[K';

export function createProgress(out: NodeJS.WriteStream): Progress {
  let current = '';
  let total = 0;
  const finish = () => {
    if (current !== '' && !out.isTTY) out.write(`${current}: ${total} records so far\n`);
  };
  return {
    chapter(name) {
      finish();
      current = name;
    },
    records(count) {
      total = count;
      if (out.isTTY) out.write(`${clearLine}loading the demo company: ${count} records, ${current}`);
    },
    done() {
      finish();
      if (out.isTTY) out.write(clearLine);
    },
  };
}
