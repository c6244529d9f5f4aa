// Where an instance keeps everything. As root the database's user must be able to enter it, which a clone
// under /root forbids: then all of it lives in the system's own place for such data.
import { createHash } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { canEnter, type OsUser } from '../../postgres/os-user.ts'

export const SYSTEM_DIR = '/var/lib/waymark'

/** The folder that is really used for the one asked for; always the same for the same question. */
export function resolveDataDir(asked: string, user: OsUser | undefined): string {
  if (canEnter(user, nearestExisting(asked))) return asked
  return join(SYSTEM_DIR, createHash('sha256').update(asked).digest('hex').slice(0, 12))
}

/** Creates the folder; the database's user may pass through it, nobody else may look inside. */
export function createDataDir(dir: string, user: OsUser | undefined): void {
  mkdirSync(dir, { recursive: true })
  chmodSync(dir, user ? 0o711 : 0o700)
}

/** Deletes an instance's data after a yes; throws a sentence when it may not. */
export async function deleteData(dir: string, confirmed: boolean): Promise<void> {
  // The lock of this very start stays.
  const entries = (existsSync(dir) ? readdirSync(dir) : []).filter((entry) => entry !== 'lock')
  if (entries.length === 0) return
  if (!entries.includes('secrets.json')) {
    throw new Error(`${dir} holds something else than a Waymark instance: --fresh does not delete it.`)
  }
  if (!confirmed && !(await ask(`Delete everything in ${dir}? Type "yes": `))) {
    throw new Error('Nothing was deleted.')
  }
  for (const entry of entries) rmSync(join(dir, entry), { recursive: true, force: true })
}

async function ask(question: string): Promise<boolean> {
  if (!process.stdin.isTTY)
    throw new Error('--fresh asks before it deletes: add --yes where nobody can answer.')
  const prompt = createInterface({ input: process.stdin, output: process.stdout })
  const answer = await prompt.question(question)
  prompt.close()
  return answer.trim().toLowerCase() === 'yes'
}

function nearestExisting(path: string): string {
  return existsSync(path) ? path : nearestExisting(dirname(path))
}
