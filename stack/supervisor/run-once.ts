// A program of the product that is run to its end, with what it printed.
import { endChild, spawnNode } from './worker.ts'

interface Once {
  root: string
  tmpDir: string
  env: Record<string, string>
  /** Ends it early. */
  ending: AbortSignal
}

export interface Ran {
  code: unknown
  output: string
  /** The end of what it said on its stream of errors. */
  errors: string
}

/** Runs a program; rejects where it cannot be started. */
export async function runOnce(
  program: string,
  args: string[],
  { root, tmpDir, env, ending }: Once,
): Promise<Ran> {
  const child = spawnNode(program, root, { PATH: process.env.PATH, TMPDIR: tmpDir, ...env }, args)
  const stop = () => void endChild(child, 1_000)
  ending.addEventListener('abort', stop)
  let output = ''
  let errors = ''
  child.stdout?.on('data', (chunk: Buffer) => {
    output += chunk
  })
  child.stderr?.on('data', (chunk: Buffer) => {
    errors = (errors + chunk).slice(-2_000)
  })
  try {
    const code = await new Promise((resolve, reject) => {
      child.once('error', reject)
      child.once('close', resolve)
    })
    return { code, output, errors }
  } finally {
    ending.removeEventListener('abort', stop)
  }
}
