import type { Completable, CompletableOption, Values } from './completing.ts'

/**
 * The scripts by which shells complete what is typed. They have all the words in them, so that
 * nothing is started while somebody types. Each goes along the words to learn which command it is,
 * then offers values behind an option, else what the command takes.
 */
export const scripts = { bash, zsh, fish }
export type Shell = keyof typeof scripts

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`
const double = (text: string): string => `"${text}"`
const withValues = (options: readonly CompletableOption[]) =>
  options.flatMap(({ flags, values }) =>
    values === undefined ? [] : flags.map((flag) => ({ flag, values })),
  )
const pathsBelow = (all: readonly Completable[]) =>
  all.filter(({ path }) => path !== '').map(({ path }) => path)

/** Cases of a shell's `case`, as bash and zsh have them. */
const cases = (lines: readonly (readonly [pattern: string, does: string])[]) =>
  lines.map(([pattern, does]) => `    ${double(pattern)}) ${does} ;;`).join('\n')

/** `keys create` is reached from `keys` by `create`; the first command from nothing. */
const steps = (all: readonly Completable[]) =>
  pathsBelow(all)
    .map((path) => double(path.includes(' ') ? path : ` ${path}`))
    .join('|')

/** What is offered behind each option that takes a value. */
const behindOptions = (all: readonly Completable[], offer: (values: Values) => string) =>
  cases(
    all.flatMap(({ path, options }) =>
      withValues(options).map(({ flag, values }) => [`${path} ${flag}`, offer(values)] as const),
    ),
  )

function bash(all: readonly Completable[]): string {
  const files = `compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$current"))`
  const words = (list: readonly string[]) =>
    `COMPREPLY=($(compgen -W ${single(list.join(' ').replaceAll(' ', '\n'))} -- "$current"))`
  const behind = (values: Values) =>
    `${values === 'file' ? files : values === 'any' ? ':' : words(values)}; return`
  const taken = ({ path, commands, options, values }: Completable) => {
    const flags = options.flatMap((option) => option.flags)
    const plain = typeof values === 'object' ? values : []
    const offered = words([...commands.map(({ name }) => name), ...plain, ...flags])
    return [
      path,
      values === 'file' ? `if [[ $current == -* ]]; then ${offered}; else ${files}; fi` : offered,
    ] as const
  }
  return `# Completion of dealgraph in bash: source <(npx dealgraph completion bash)
_dealgraph() {
  local IFS=$'\\n' current=\${COMP_WORDS[COMP_CWORD]} before=\${COMP_WORDS[COMP_CWORD-1]} at= word
  COMPREPLY=()
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$at $word" in ${steps(all)}) at="\${at:+$at }$word" ;; esac
  done
  case "$at $before" in
${behindOptions(all, behind)}
  esac
  case "$at" in
${cases(all.map(taken))}
  esac
}
complete -F _dealgraph dealgraph`
}

function zsh(all: readonly Completable[]): string {
  const described = (name: string, about: string) =>
    single(`${name.replaceAll(':', '\\:')}:${about.replaceAll(':', '\\:')}`)
  const behind = (values: Values) =>
    `${values === 'file' ? '_files' : values === 'any' ? ':' : `compadd -- ${values.join(' ')}`}; return`
  const taken = ({ path, commands, options, values }: Completable) => {
    const offered = [
      ...commands.map(({ name, about }) => described(name, about)),
      ...(typeof values === 'object' ? values.map((value) => single(value)) : []),
    ]
    const flags = options.flatMap((option) =>
      option.flags.map((flag) => described(flag, option.about)),
    )
    return [
      path,
      `offered=(${offered.join(' ')}); flags=(${flags.join(' ')})${values === 'file' ? '; _files' : ''}`,
    ] as const
  }
  return `#compdef dealgraph
# Completion of dealgraph in zsh: source <(npx dealgraph completion zsh)
_dealgraph() {
  local at= word
  local -a offered flags
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$at $word" in ${steps(all)}) at="\${at:+$at }$word" ;; esac
  done
  case "$at \${words[CURRENT-1]}" in
${behindOptions(all, behind)}
  esac
  case "$at" in
${cases(all.map(taken))}
  esac
  if [[ $words[CURRENT] == -* ]]; then _describe option flags; else _describe command offered; fi
}
compdef _dealgraph dealgraph`
}

function fish(all: readonly Completable[]): string {
  const quoted = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`
  const line = (path: string, rest: string) =>
    `complete -c dealgraph -n ${quoted(`__dealgraph_at ${quoted(path)}`)} ${rest}`
  const taken = (values: Values | undefined) =>
    values === undefined
      ? ''
      : values === 'file'
        ? ' -r -F'
        : values === 'any'
          ? ' -x'
          : ` -x -a ${quoted(values.join(' '))}`
  const lines = all.flatMap(({ path, commands, options, values }) => [
    ...commands.map(({ name, about }) => line(path, `-a ${name} -d ${quoted(about)}`)),
    ...options.map(({ flags, about, values: own }) => {
      const names = flags
        .map((flag) => (flag.startsWith('--') ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`))
        .join(' ')
      return line(path, `${names}${taken(own)} -d ${quoted(about)}`)
    }),
    ...(values === 'file'
      ? [line(path, '-F')]
      : typeof values === 'object'
        ? [line(path, `-a ${quoted(values.join(' '))}`)]
        : []),
  ])
  return `# Completion of dealgraph in fish: npx dealgraph completion fish | source
function __dealgraph_at
  set -l at
  for word in (commandline -opc)[2..]
    contains -- (string join -- ' ' $at $word) ${pathsBelow(all).map(quoted).join(' ')}; and set -a at $word
  end
  test "$at" = "$argv[1]"
end
complete -c dealgraph -f
${lines.join('\n')}`
}
