import { Arguments } from './arguments.ts';
import type { Command } from './command.ts';
import { exitCodes, UsageError } from './command-error.ts';
import { create } from './commands/create.ts';
import { remove } from './commands/delete.ts';
import { exportFile } from './commands/export.ts';
import { get } from './commands/get.ts';
import { importFile } from './commands/import.ts';
import { list } from './commands/list.ts';
import { listen } from './commands/listen.ts';
import { login } from './commands/login.ts';
import { models } from './commands/models.ts';
import { tail } from './commands/tail.ts';
import { types } from './commands/types.ts';
import { update } from './commands/update.ts';
import { exitCodeOf, linesOf } from './errors.ts';
import { note, print } from './output/print.ts';

const commands: readonly Command[] = [
  login,
  models,
  list,
  get,
  create,
  update,
  remove,
  importFile,
  exportFile,
  tail,
  listen,
  types,
];

const help = `The command line of Atrium.

atrium <command> [options]

${commands.map(({ name, summary }) => `  ${name.padEnd(8)}  ${summary}`).join('\n')}

atrium <command> --help shows its options.

Environment: ATRIUM_URL, ATRIUM_API_KEY, ATRIUM_PROFILE, ATRIUM_CONFIG_DIR
Exit codes: 0 done, 1 failed, 2 wrong command, 3 not signed in or not allowed, 4 not found, 5 invalid data,
6 conflict, 7 server not reached`;

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

/** Runs a command, and returns its exit code. */
export async function main(words: readonly string[]): Promise<number> {
  // The reader of a pipe has enough (`atrium list … | head`).
  process.stdout.on('error', (error: NodeJS.ErrnoException) => process.exit(error.code === 'EPIPE' ? 0 : 1));
  const [name, ...rest] = words;
  if (name === undefined || isHelp(name) || name === 'help') return showHelp(rest[0]);
  if (name === '--version' || name === '-v') return done(print(__VERSION__));
  const command = commands.find((one) => one.name === name);
  try {
    if (!command) throw new UsageError(`there is no command ${name}`);
    const end = rest.indexOf('--');
    if (rest.slice(0, end < 0 ? rest.length : end).some(isHelp)) return await showHelp(name);
    await command.run(new Arguments(rest, command.options));
    return exitCodes.ok;
  } catch (error) {
    const [first, ...others] = linesOf(error);
    note([`atrium${command ? ` ${name}` : ''}: ${first}`, ...others].join('\n'));
    if (error instanceof UsageError) note(`Help: atrium ${command ? `${name} ` : ''}--help`);
    return exitCodeOf(error);
  }
}

function showHelp(name: string | undefined): Promise<number> {
  const command = commands.find((one) => one.name === name);
  return done(
    print(command ? `${command.summary}.\n\natrium ${command.name} ${command.usage}\n\n${command.help}` : help),
  );
}

const done = async (printing: Promise<void>): Promise<number> => {
  await printing;
  return exitCodes.ok;
};
