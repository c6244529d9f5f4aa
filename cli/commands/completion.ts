import { Argument, Command } from 'commander'
import { print } from '../terminal.ts'

/** One command, as a shell needs to know it. */
interface Known {
  name: string
  options: { flag: string; choices: string[] }[]
  /** What its first argument may be; without any it is a file. */
  choices: string[]
}

const SHELLS = { bash, zsh, fish }

const HELP = `
Put one of these into the file that your shell reads when it starts:
  bash  source <(waymark completion bash)
  zsh   source <(waymark completion zsh)
  fish  waymark completion fish | source`

/** `waymark completion SHELL`: a script that completes what the program knows. */
export function completionCommand(program: () => Command): Command {
  return new Command('completion')
    .description('print a script that lets your shell complete commands and options')
    .addArgument(new Argument('<shell>', 'the shell').choices(Object.keys(SHELLS)))
    .option('--json', 'say it as JSON')
    .addHelpText('after', HELP)
    .action((shell: keyof typeof SHELLS, { json }: { json?: boolean }) => {
      const script = SHELLS[shell](commandsOf(program()))
      return print(json ? `${JSON.stringify({ shell, script })}\n` : script)
    })
}

function commandsOf(program: Command): Known[] {
  return program.commands.map((command) => ({
    name: command.name(),
    options: command.options.map(({ long, argChoices }) => ({ flag: long ?? '', choices: argChoices ?? [] })),
    choices: command.registeredArguments[0]?.argChoices ?? [],
  }))
}

function namesOf(commands: Known[]): string {
  return [...commands.map(({ name }) => name), 'help'].join(' ')
}

function flagsOf({ options }: Known): string {
  return [...options.map(({ flag }) => flag), '--help'].join(' ')
}

function bash(commands: Known[]): string {
  const words = (list: string) => `COMPREPLY=($(compgen -W "${list}" -- "$word"))`
  const cases = commands.flatMap((command) => [
    ...command.options
      .filter(({ choices }) => choices.length > 0)
      .map(({ flag, choices }) => `    ${command.name}:${flag}) ${words(choices.join(' '))}; return ;;`),
    command.choices.length > 0
      ? `    ${command.name}:*) ${words(`${command.choices.join(' ')} ${flagsOf(command)}`)} ;;`
      : `    ${command.name}:*) [[ $word == -* ]] && ${words(flagsOf(command))} || COMPREPLY=($(compgen -f -- "$word")) ;;`,
  ])
  return `_waymark() {
  local word="\${COMP_WORDS[COMP_CWORD]}" before="\${COMP_WORDS[COMP_CWORD-1]}"
  if [[ $COMP_CWORD -eq 1 ]]; then ${words(`${namesOf(commands)} --help --version`)}; return; fi
  case "\${COMP_WORDS[1]}:$before" in
${cases.join('\n')}
  esac
}
complete -o filenames -F _waymark waymark
`
}

function zsh(commands: Known[]): string {
  const cases = commands.map((command) => {
    const options = command.options.map(({ flag, choices }) =>
      choices.length > 0 ? `'${flag}=:value:(${choices.join(' ')})'` : `'${flag}'`,
    )
    const rest = command.choices.length > 0 ? `'1:value:(${command.choices.join(' ')})'` : `'*:file:_files'`
    return `    ${command.name}) _arguments ${[...options, `'--help'`, rest].join(' ')} ;;`
  })
  return `#compdef waymark
_waymark() {
  if (( CURRENT == 2 )); then compadd -- ${namesOf(commands)} --help --version; return; fi
  local name=$words[2]
  shift words; (( CURRENT-- ))
  case $name in
${cases.join('\n')}
  esac
}
compdef _waymark waymark
`
}

function fish(commands: Known[]): string {
  const lines = commands.flatMap(({ name, options, choices }) => [
    `complete -c waymark -n __fish_use_subcommand -f -a ${name}`,
    ...options.map(({ flag, choices: values }) => {
      const value = values.length > 0 ? ` -x -a '${values.join(' ')}'` : ''
      return `complete -c waymark -n '__fish_seen_subcommand_from ${name}' -l ${flag.slice(2)}${value}`
    }),
    ...(choices.length > 0
      ? [`complete -c waymark -n '__fish_seen_subcommand_from ${name}' -f -a '${choices.join(' ')}'`]
      : []),
  ])
  return `${lines.join('\n')}\n`
}
