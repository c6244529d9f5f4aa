import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { tableOrigins } from '../../stack/sql/catalog/view-columns.ts'
import {
  type CodeVersion,
  codeOf,
  currentCode,
  mustFit,
  recordCode,
  recordedCode,
} from '../../stack/supervisor/folder/code-version.ts'
import { explained, mustOwn } from '../../stack/supervisor/start-errors.ts'

const root = mkdtempSync(join(tmpdir(), 'waymark-code-'))
const data = join(root, 'data')
const write = (file: string, sql: string) => writeFileSync(join(root, 'supabase/migrations', file), sql)
const git = (...args: string[]) =>
  execFileSync('git', ['-C', root, '-c', 'user.name=x', '-c', 'user.email=x@localhost', ...args], {
    encoding: 'utf8',
  }).trim()

let before: CodeVersion

beforeAll(() => {
  mkdirSync(join(root, 'supabase/migrations'), { recursive: true })
  mkdirSync(data)
  git('init', '--quiet')
  write('1_first.sql', 'select 1')
  git('add', '.')
  git('commit', '--quiet', '-m', 'first')
  before = currentCode(root, '0.1.0')
  write('1_first.sql', 'select 2')
  git('commit', '--quiet', '-am', 'second')
})
afterAll(() => rmSync(root, { recursive: true }))

function refusal(applied: CodeVersion, at = root): string {
  try {
    mustFit(data, applied, at, currentCode(root, '0.2.0'))
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

describe('a data folder of other migrations', () => {
  it('is refused with the commit it needs and the command that takes it along, and never with its end', () => {
    const sentence = refusal(before)
    const commit = before.commit?.slice(0, 12)
    expect(sentence).toContain(
      `It needs the commit ${commit}: "git worktree add ../waymark-${commit} ${commit}`,
    )
    expect(sentence).toContain('(first: 1_first.sql). Nothing was changed.')
    expect(sentence).toContain('npm run backup')
    expect(sentence).not.toMatch(/--fresh|delete|remove/)
  })

  it('is known without a record, from what the database keeps', () => {
    expect(refusal(codeOf(new Map([['1_first.sql', 'select 1']])))).toContain(before.commit?.slice(0, 12))
  })

  it('that no clone knows is refused with the version', () => {
    const sentence = refusal({ ...before, commit: undefined }, tmpdir())
    expect(sentence).toContain('It needs the code that made it (Waymark 0.1.0)')
    expect(sentence).not.toMatch(/--fresh|delete|remove/)
  })

  it('with migrations that are not known here is refused too', () => {
    const same = currentCode(root, '0.2.0')
    expect(refusal({ ...same, migrations: { ...same.migrations, '2_later.sql': 'x' } })).toContain(
      '2_later.sql',
    )
  })

  it('is accepted when it is this code, or the code has more', async () => {
    await recordCode(data, currentCode(root, '0.2.0'))
    write('2_pending.sql', 'select 3')
    expect(refusal(recordedCode(data) as CodeVersion)).toBe('')
    rmSync(join(root, 'supabase/migrations/2_pending.sql'))
  })
})

describe('what keeps an instance from starting', () => {
  it.each(['ENOSPC', 'EROFS', 'EACCES'])('%s is a sentence with the folder in it', (code) => {
    const error = Object.assign(new Error(`${code}: something`), { code, path: '/srv/waymark' })
    expect(explained(error, '/srv').message).toMatch(/\/srv\/waymark.*(free|choose)/)
  })

  it('a database folder of somebody else says whose it is and how to hand it over', () => {
    const uid = process.getuid?.() ?? 0
    expect(() => mustOwn(data, undefined)).not.toThrow()
    expect(() => mustOwn(data, { uid: uid + 1, gid: 7 })).toThrow(`chown -R ${uid + 1}:7 ${data}`)
  })
})

it('a view that refers to itself has no origins, and others keep theirs', () => {
  const origins = tableOrigins(
    new Map([
      [1, new Map([[1, { relation: 1, position: 1 }]])],
      [2, new Map([[1, { relation: 9, position: 4 }]])],
    ]),
  )
  expect(origins.get(1)?.size).toBe(0)
  expect(origins.get(2)?.get(1)).toEqual({ relation: 9, position: 4 })
})
