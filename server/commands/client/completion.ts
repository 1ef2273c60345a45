/** Completes command lines. The script of a shell asks the program at each Tab, so it knows what the program knows. */
import type { Command, Option } from 'commander';
import { SCOPES } from '#kernel/auth/actor.ts';
import type { Env } from '#kernel/setting.ts';
import { ROUTES } from '../../../sdk/operations.ts';
import { EVENT_TYPES } from './event-types.ts';
import { LISTS } from './lists.ts';
import { readProfiles } from './profile-file.ts';

// biome-ignore-start lint/suspicious/noTemplateCurlyInString: shells have the same notation
export const SCRIPTS: Record<string, string> = {
  bash: [
    '# Completion of colonnade in bash. In ~/.bashrc: eval "$(colonnade completion bash)"',
    '_colonnade() {',
    '  local line="${COMP_LINE:0:COMP_POINT}" words cur IFS=$\' \\t\\n\'',
    '  read -ra words <<<"$line"',
    '  [[ "$line" == *[[:space:]] ]] && words+=("")',
    '  cur="${words[-1]}"',
    "  IFS=$'\\n'",
    '  COMPREPLY=($("${words[0]}" complete -- "${words[@]:1}" 2>/dev/null))',
    '  # bash begins a new word at : and =, so it already has what stands before them.',
    '  COMPREPLY=("${COMPREPLY[@]#"${cur%"${cur##*[:=]}"}"}")',
    '}',
    'complete -o default -F _colonnade colonnade',
  ].join('\n'),
  zsh: [
    '#compdef colonnade',
    '# Completion of colonnade in zsh. In ~/.zshrc: eval "$(colonnade completion zsh)"',
    '_colonnade() {',
    '  local -a found',
    '  found=("${(@f)$("${words[1]}" complete -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")',
    '  if [[ -n "$found" ]]; then compadd -- "${found[@]}"; else _files; fi',
    '}',
    'compdef _colonnade colonnade',
  ].join('\n'),
  fish: [
    '# Completion of colonnade in fish: colonnade completion fish > ~/.config/fish/completions/colonnade.fish',
    "complete -c colonnade -a '(colonnade complete -- (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'",
  ].join('\n'),
};
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: shells have the same notation

/** The words that the last, possibly empty, word of a line may become. */
export async function completionsOf(program: Command, words: string[], env: Env): Promise<string[]> {
  const before = words.slice(0, -1);
  const current = words.at(-1) ?? '';
  let command = program;
  let operands = 0;
  let expecting: Option | undefined;
  for (const word of before) {
    if (expecting !== undefined && !word.startsWith('-')) {
      if (!expecting.variadic) expecting = undefined;
      continue;
    }
    expecting = undefined;
    if (word.startsWith('-')) {
      const option = optionOf(command, word);
      if (option !== undefined && (option.required || option.optional)) expecting = option;
      continue;
    }
    const sub = command.commands.find((each) => [each.name(), ...each.aliases()].includes(word));
    if (sub === undefined) operands++;
    else command = sub;
  }
  const found =
    expecting !== undefined && !current.startsWith('-')
      ? await valuesOf(expecting, env)
      : current.startsWith('-')
        ? optionsOf(command)
        : [...namesOf(command), ...(await operandsOf(command, operands, env))];
  return [...new Set(found)].filter((each) => each.startsWith(current)).sort();
}

const optionOf = (command: Command, word: string) =>
  command.options.find((option) => option.long === word || option.short === word);

const optionsOf = (command: Command): string[] => [
  ...command.options.flatMap(({ long, hidden }) => (long && !hidden ? [long] : [])),
  '--help',
  '--no-color',
];

const namesOf = (command: Command): string[] =>
  command
    .createHelp()
    .visibleCommands(command)
    .map((each) => each.name());

async function valuesOf(option: Option, env: Env): Promise<string[]> {
  if (option.argChoices) return [...option.argChoices];
  switch (option.long) {
    case '--profile':
      return profileNames(env);
    case '--scope':
      return [...SCOPES];
    case '--events':
    case '--types':
      return EVENT_TYPES;
    default:
      return [];
  }
}

async function operandsOf(command: Command, nth: number, env: Env): Promise<string[]> {
  const argument = command.registeredArguments[nth];
  if (argument?.argChoices) return [...argument.argChoices];
  switch (`${command.name()} ${argument?.name()}`) {
    case 'list what':
      return LISTS.map(({ name }) => name);
    case 'use name':
      return profileNames(env);
    case 'trigger event':
      return EVENT_TYPES;
    default:
      return argument?.name() === 'path' ? pathsOf(command.name().toUpperCase()) : [];
  }
}

const profileNames = async (env: Env) => Object.keys((await readProfiles(env)).profiles);

/** Paths of the API for a method, each up to its first id. */
const pathsOf = (method: string): string[] =>
  Object.values<string>(ROUTES)
    .filter((route) => route.startsWith(`${method} /v1/`))
    .map((route) => route.slice(method.length + 1).replace(/\{.*$/, ''));
