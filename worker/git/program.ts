// Git as a program: with nothing of our environment, no settings but ours, and bounds that the system keeps.
import { spawn } from 'node:child_process'
import { once } from 'node:events'

export interface GitRun {
  /** The folder of the repository. */
  folder: string
  env: Record<string, string>
  /** Ends the program. */
  signal: AbortSignal
  stdin?: string | Buffer
  /** How much may be printed; more ends the program. */
  mostOutput?: number
}

export interface GitResult {
  code: number | null
  signal: NodeJS.Signals | null
  stdout: Buffer
  /** Of strangers' words in part: to be classified, not to be shown or logged. */
  stderr: string
  /** Whether it printed more than it might. */
  tooMuch: boolean
}

/** What Git gets to know of its surroundings: where its programs and certificates are, and these settings. */
export function gitEnvironment(
  folder: string,
  settings: [name: string, value: string][],
): Record<string, string> {
  const { PATH, SSL_CERT_FILE, SSL_CERT_DIR } = process.env
  return {
    ...given({ PATH, SSL_CERT_FILE, SSL_CERT_DIR }),
    HOME: folder,
    XDG_CONFIG_HOME: folder,
    LC_ALL: 'C',
    GIT_CONFIG_NOSYSTEM: '1',
    GIT_CONFIG_GLOBAL: '/dev/null',
    GIT_ATTR_NOSYSTEM: '1',
    GIT_NO_REPLACE_OBJECTS: '1',
    GIT_TERMINAL_PROMPT: '0',
    GIT_CONFIG_COUNT: String(settings.length),
    ...Object.fromEntries(
      settings.flatMap(([name, value], index) => [
        [`GIT_CONFIG_KEY_${index}`, name],
        [`GIT_CONFIG_VALUE_${index}`, value],
      ]),
    ),
  }
}

function given(env: Record<string, string | undefined>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}

const MOST_MEMORY_KB = 4 * 1024 * 1024
const MOST_STDERR = 20_000

// A pack of a few bytes can describe objects that fill the memory, and a server can send without end: the kernel ends
// whoever passes these bounds. What the shell runs are arguments, never part of its own text.
const BOUNDED = 'ulimit -c 0; ulimit -v "$1" 2>/dev/null; ulimit -f "$2" 2>/dev/null; shift 2; exec git "$@"'

/** Runs Git to its end. `mostFileBytes`: no file that it writes grows larger. Rejects when it cannot be started. */
export async function runGit(
  args: string[],
  { folder, env, signal, stdin = '', mostOutput = 1024 * 1024 }: GitRun,
  mostFileBytes: number,
): Promise<GitResult> {
  const blocks = String(Math.ceil(mostFileBytes / 512))
  const child = spawn('sh', ['-c', BOUNDED, 'git', String(MOST_MEMORY_KB), blocks, ...args], {
    cwd: folder,
    env,
    signal,
    killSignal: 'SIGKILL',
  })
  const chunks: Buffer[] = []
  let size = 0
  let tooMuch = false
  let stderr = ''
  child.stdout.on('data', (chunk: Buffer) => {
    size += chunk.length
    if (size <= mostOutput) return void chunks.push(chunk)
    tooMuch = true
    child.kill('SIGKILL')
  })
  child.stderr.on('data', (chunk: Buffer) => {
    // Its last words say why; a server's chatter comes before.
    stderr = (stderr + chunk.toString()).slice(-MOST_STDERR)
  })
  // One that ends early reads no input.
  child.stdin.on('error', () => undefined)
  child.stdin.end(stdin)
  const [code, killedBy] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  return { code, signal: killedBy, stdout: Buffer.concat(chunks), stderr, tooMuch }
}
