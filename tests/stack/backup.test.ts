// A backup is made while people write, restored elsewhere and compared: every row and every byte of one moment.
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../stack/postgres/connect.ts'
import { takeFolder } from '../../stack/supervisor/folder/folder-lock.ts'
import { launch, type RunningStack, startStack, temporaryDir } from '../support/stack.ts'

const BARE = { command: 'stack', args: ['--bare'] } as const

let stack: RunningStack
let folder: string
let to: string

beforeAll(async () => {
  stack = await startStack(BARE)
  folder = join(temporaryDir(), 'backup')
  await query(stack, 'create table public.written (id int primary key, pad text)')
  const made = await service(stack, '/storage/v1/bucket', 'POST', JSON.stringify({ id: 'b', name: 'b' }))
  expect(made.status).toBe(200)
})
afterAll(() => stack.stop())

async function query<T extends object>({ dbUrl }: RunningStack, sql: string): Promise<T[]> {
  const client = await connect(dbUrl)
  return client
    .query<T>(sql)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

function service(of: RunningStack, path: string, method = 'GET', body?: string): Promise<Response> {
  const { serviceRoleKey: key } = of
  const headers = { apikey: key, authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  return fetch(`${of.apiUrl}${path}`, { method, headers, body: body ?? null })
}

/** Rows in pairs, uploads and removals, one after the other, until `over`. */
async function writing(over: AbortSignal): Promise<number> {
  let count = 0
  while (!over.aborted) {
    const id = ++count
    // Two rows of one transaction: a backup has both or none.
    await query(
      stack,
      `insert into public.written select ${id} * s, repeat('x', 2000) from unnest(array[1, -1]) s`,
    )
    await service(stack, `/storage/v1/object/b/file-${id}`, 'POST', `"content ${id}"`)
    if (id % 3 === 0) await service(stack, `/storage/v1/object/b/file-${id - 2}`, 'DELETE')
  }
  return count
}

const contents = (of: RunningStack) =>
  query<{ name: string }>(of, `select name from storage.objects order by name`)

describe('npm run backup', () => {
  it('holds database and files of one moment, while both are written to', async () => {
    const over = new AbortController()
    const written = writing(over.signal)
    const { code, output } = await launch(['backup', folder, '--data', stack.dataDir])
    over.abort()
    await written
    expect(output).toMatch(/holds the whole of .*: \d+ files, \d+ MB/)
    expect(code).toBe(0)
    expect(readdirSync(join(folder, '..'))).toEqual(['backup'])
  })

  it('removes what a killed one left, and nothing that is being written', async () => {
    const target = join(temporaryDir(), 'backup')
    const [left, written] = [`${target}.partial-0badcafe`, `${target}.partial-0badf00d`]
    for (const dir of [left, written]) mkdirSync(join(dir, 'postgres'), { recursive: true })
    takeFolder(written)
    const { code, output } = await launch(['backup', target, '--data', stack.dataDir])
    expect([code, output]).toEqual([0, expect.stringContaining(`${left}, which was begun`)])
    expect(readdirSync(join(target, '..')).sort()).toEqual(['backup', 'backup.partial-0badf00d'])
    expect(existsSync(join(target, 'lock'))).toBe(false)
  })

  it('refuses a folder that holds something, and a data folder on which nothing runs', async () => {
    const again = await launch(['backup', folder, '--data', stack.dataDir])
    expect(again).toMatchObject({ code: 1, output: expect.stringContaining('is not empty') })
    const inside = await launch(['backup', join(stack.dataDir, 'storage/backup'), '--data', stack.dataDir])
    expect(inside).toMatchObject({ code: 1, output: expect.stringContaining(`lies in ${stack.dataDir}`) })
    const idle = await launch(['backup', join(temporaryDir(), 'x'), '--data', temporaryDir()])
    expect(idle).toMatchObject({ code: 1, output: expect.stringContaining('is not running on') })
  })
})

describe('npm run restore', () => {
  it('makes a data folder of it that starts, with every row and every byte', async () => {
    to = join(temporaryDir(), 'restored')
    const { code, output } = await launch(['restore', folder, '--data', to])
    expect([code, output]).toEqual([0, expect.stringContaining(`npm start -- --data ${to}`)])
    const restored = await startStack({ ...BARE, dataDir: to })
    const [rows] = await query<{ alone: number; all: number }>(
      restored,
      `select count(*)::int as all, count(*) filter (where not exists (
         select from public.written o where o.id = -w.id))::int as alone from public.written w`,
    )
    expect(rows?.all).toBeGreaterThan(0)
    expect(rows?.alone).toBe(0)
    const objects = await contents(restored)
    expect(objects.length).toBeGreaterThan(0)
    for (const { name } of objects) {
      const answer = await service(restored, `/storage/v1/object/b/${name}`)
      expect([name, await answer.text()]).toEqual([name, `"content ${name.slice('file-'.length)}"`])
    }
    expect(restored.serviceRoleKey).toBe(stack.serviceRoleKey)
    await restored.end()
  })

  it('has in it the bytes that its manifest lists', () => {
    const { files } = JSON.parse(readFileSync(join(folder, 'backup.json'), 'utf8'))
    for (const { path, sha256 } of files) {
      const found = createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex')
      expect([path, found]).toEqual([path, sha256])
    }
  })

  it('that was killed keeps a start from making a new instance', async () => {
    const into = join(temporaryDir(), 'data')
    mkdirSync(join(`${into}.partial-0badcafe`, 'postgres'), { recursive: true })
    const start = await launch(['stack', '--bare', '--port', '0', '--data', into])
    expect(start).toMatchObject({
      code: 1,
      output: expect.stringContaining(`A restore into ${into} was not finished`),
    })
    const half = await launch(['stack', '--bare', '--port', '0', '--data', `${into}.partial-0badcafe`])
    expect(half).toMatchObject({
      code: 1,
      output: expect.stringContaining('is a restore that was not finished'),
    })
  })

  it('that was killed is finished by the next one', async () => {
    const into = join(temporaryDir(), 'data')
    mkdirSync(join(`${into}.partial-0badcafe`, 'postgres'), { recursive: true })
    expect(await launch(['restore', folder, '--data', into])).toMatchObject({ code: 0 })
    expect(readdirSync(join(into, '..'))).toEqual(['data'])
  })

  it.each([
    ['leads out of the folder', '../outside', /"..\/outside" is not a place in a data folder/],
    ['is absolute', '/etc/hostname', /"\/etc\/hostname" is not a place/],
    ['climbs on its way', 'postgres/../../outside', /is not a place/],
    ['is of something else', 'lock', /"lock" is not a place/],
    ['is a link', 'postgres/link', /postgres\/link in the backup is neither file nor folder/],
    ['goes through a link', 'storage/linked/outside', /storage\/linked in the backup is neither/],
    ['is not there', 'postgres/missing', /lacks postgres\/missing/],
  ])('refuses a path that %s, before anything is written', async (_what, path, sentence) => {
    const around = temporaryDir()
    const [evil, into] = [join(around, 'evil'), join(around, 'into')]
    for (const dir of ['postgres', 'storage']) mkdirSync(join(evil, dir), { recursive: true })
    writeFileSync(join(around, 'outside'), 'secret')
    if (path.includes('link'))
      symlinkSync(
        path.includes('linked') ? around : join(around, 'outside'),
        join(evil, path.replace(/\/outside$/, '')),
      )
    const sha256 = createHash('sha256').update('secret').digest('hex')
    const manifest = { made: 'now', files: [{ path, size: 6, sha256 }] }
    writeFileSync(join(evil, 'backup.json'), JSON.stringify(manifest))
    const { code, output } = await launch(['restore', evil, '--data', into])
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
    expect(readdirSync(around).sort()).toEqual(['evil', 'outside'])
  })

  it.each([
    [
      'more than it lists',
      ['postgres/listed'],
      ['postgres/listed', 'postgres/more'],
      /postgres\/more is in the backup and not in its list/,
    ],
    [
      'a file that it lists twice',
      ['postgres/listed', 'postgres/listed'],
      ['postgres/listed'],
      /lists a file twice/,
    ],
  ])('refuses %s, before anything is written', async (_what, listed, there, sentence) => {
    const around = temporaryDir()
    const odd = join(around, 'odd')
    mkdirSync(join(odd, 'postgres'), { recursive: true })
    for (const path of there) writeFileSync(join(odd, path), 'secret')
    const sha256 = createHash('sha256').update('secret').digest('hex')
    const files = listed.map((path) => ({ path, size: 6, sha256 }))
    writeFileSync(join(odd, 'backup.json'), JSON.stringify({ made: 'now', files }))
    const { code, output } = await launch(['restore', odd, '--data', join(around, 'into')])
    expect([code, output]).toEqual([1, expect.stringMatching(sentence)])
    expect(readdirSync(around)).toEqual(['odd'])
  })

  it('replaces nothing that is there', async () => {
    const { code, output } = await launch(['restore', folder, '--data', to])
    expect([code, output]).toEqual([1, expect.stringContaining('is not empty')])
  })

  it('refuses a backup that is not whole, or not what was backed up, and leaves nothing', async () => {
    const half = temporaryDir()
    mkdirSync(join(half, 'postgres'))
    const into = join(temporaryDir(), 'data')
    const incomplete = await launch(['restore', half, '--data', into])
    expect(incomplete).toMatchObject({ code: 1, output: expect.stringContaining('is not a whole backup') })
    writeFileSync(join(folder, 'postgres/PG_VERSION'), '18\n')
    const changed = await launch(['restore', folder, '--data', into])
    expect(changed).toMatchObject({ code: 1, output: expect.stringContaining('PG_VERSION is not what was') })
    rmSync(join(folder, 'postgres/PG_VERSION'))
    const lacking = await launch(['restore', folder, '--data', into])
    expect(lacking).toMatchObject({ code: 1, output: expect.stringContaining('lacks postgres/PG_VERSION') })
    expect(readdirSync(join(into, '..'))).toEqual([])
  })
})
