// Where a server is, and what opens it: read once, so that everything after can rely on both.
import { CliError } from '../errors.ts'
import { EXIT } from '../exit-codes.ts'

const advice = 'Give the address of your workspace: --url https://acme.example.com, or set WAYMARK_URL to it.'

/** The refusal of what needs a server and is given none; `hint` says what else would tell which. */
export function noServer(hint = ''): CliError {
  return new CliError('It is not said which server to use.', `${advice}${hint}`, EXIT.usage)
}

/** The address of a workspace, as people give it; always ends with a slash. */
export function serverAddress(given: string | undefined): URL {
  if (!given?.trim()) throw noServer()
  const text = given.trim()
  const url = URL.parse(text)
  if (!url || !['http:', 'https:'].includes(url.protocol) || !url.hostname) {
    throw new CliError('The address of the server is no http(s) address.', advice, EXIT.usage)
  }
  // It would stand in messages and in logs.
  if (url.username || url.password) {
    throw new CliError('The address of the server holds a name or a password.', advice, EXIT.usage)
  }
  url.search = ''
  url.hash = ''
  if (!url.pathname.endsWith('/')) url.pathname += '/'
  return url
}

/**
 * A token as it may stand in a header. What is no such token is refused here, unsaid: a header that cannot be sent is
 * shown in the error about it.
 */
export function readToken(given: string | undefined, kind: 'ci' | 'workspace'): string {
  const token = given?.trim() ?? ''
  const { option, place, login, form } = TOKENS[kind]
  if (token === '') throw new CliError('There is no token.', `${place}, and ${option}. ${login}`, EXIT.usage)
  if (!form.test(token))
    throw new CliError(`What was given as the token is no ${kind} token.`, `${place}.`, EXIT.usage)
  return token
}

const TOKENS = {
  ci: {
    option: 'set WAYMARK_CI_TOKEN to it (or give --ci-token)',
    place: "Take the project's CI token from its settings (Automation)",
    login:
      'Or sign in (waymark login) and name the project: --project and its name in the address of its docs, or its ID',
    form: /^wmci_[\w-]{20,200}$/,
  },
  workspace: {
    option: 'set WAYMARK_TOKEN to it (or give --token)',
    place: 'Make a workspace token in the settings of your workspace',
    login: 'Or sign in: waymark login',
    form: /^wmk_[\w-]{20,200}$/,
  },
}

/** Says it where a token goes over a network as anybody may read it. */
export function warnOfPlainHttp({ protocol, hostname }: URL): void {
  if (protocol === 'https:' || /^(localhost|.*\.localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return
  console.error(`waymark: The token goes to ${hostname} unencrypted: use https if the server has it.`)
}
