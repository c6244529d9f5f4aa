// The secrets of one instance besides its JWT keys (keys.ts): made once, in the data folder, mode 0600.
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadOrCreateKeys, type StackKeys, writeSecret } from '../keys.ts'

export interface Secrets extends StackKeys {
  databasePassword: string
  /** 32 bytes in base64: encrypts integration secrets. */
  secretKey: string
}

/** Reads the instance's secrets, making them at its first start. */
export async function loadSecrets(dir: string): Promise<Secrets> {
  const file = join(dir, 'secrets.json')
  if (!existsSync(file)) {
    const own = {
      databasePassword: randomBytes(18).toString('base64url'),
      secretKey: randomBytes(32).toString('base64'),
    }
    await writeSecret(file, JSON.stringify(own, null, 2))
  }
  const own = JSON.parse(readFileSync(file, 'utf8')) as Pick<Secrets, 'databasePassword' | 'secretKey'>
  return { ...own, ...(await loadOrCreateKeys(join(dir, 'keys.json'))) }
}
