// A repository of a host's double as a developer has it: by system git, over the host's own remote.
import { execFile } from 'node:child_process'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { test } from '@playwright/test'
import type { Repository } from '../doubles/git/state.ts'
import type { GitHostDouble } from '../doubles/oauth-host.ts'

export interface WorkingCopy {
  git(...args: string[]): Promise<string>
  /** Commits a description to what is checked out. */
  commit(text: string, ...options: string[]): Promise<void>
}

/** The repository as a developer has it on their own machine. */
export async function clone(
  host: GitHostDouble,
  repository: Repository,
  user: string,
  email: string,
): Promise<WorkingCopy> {
  const folder = test.info().outputPath('clone')
  await mkdir(folder, { recursive: true })
  const address = new URL(`/${repository.org}/${repository.slug}.git`, host.url)
  Object.assign(address, { username: user, password: host.grant().accessToken })
  const env = { PATH: process.env.PATH, HOME: folder, GIT_CONFIG_NOSYSTEM: '1', GIT_TERMINAL_PROMPT: '0' }
  const run = promisify(execFile)
  const git = async (...args: string[]) => (await run('git', args, { cwd: folder, env })).stdout.trim()
  await git('clone', '--quiet', address.href, '.')
  await git('config', 'user.name', 'Ada')
  await git('config', 'user.email', email)
  return {
    git,
    async commit(text, ...options) {
      await writeFile(join(folder, 'pets.json'), text)
      await git('add', 'pets.json')
      await git('commit', '--quiet', '--message', 'Change the pets', ...options)
    },
  }
}
