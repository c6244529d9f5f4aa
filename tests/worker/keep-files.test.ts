// Files are kept by content, many at once: each row with its bytes, or neither.
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ImportedFile, keepFiles } from '../../worker/analyze/files.ts'
import { createStorage, type Storage } from '../../worker/storage.ts'
import { aWorld, type World } from './support/world.ts'

let world: World
let storage: Storage
beforeAll(async () => {
  world = await aWorld()
  const { storageUrl, serviceKey } = world.place
  storage = createStorage({ supabaseUrl: storageUrl, serviceKey })
})
afterAll(() => world.end())

const filesOf = (name: string, count: number): ImportedFile[] =>
  Array.from({ length: count }, (_, number) => {
    const bytes = Buffer.from(`${name} ${number}`)
    return { path: `${name}/${number}.md`, bytes, hash: createHash('sha256').update(bytes).digest() }
  })

async function kept(files: ImportedFile[]) {
  const { rows } = await world.db.query<{ object: string; hash: Buffer; size: string }>(
    `select workspace_id || '/' || object_id as object, hash, size from public.files where workspace_id = $1 and hash = any ($2)`,
    [world.workspaceId, files.map(({ hash }) => hash)],
  )
  return rows
}

/** Storage that notes how many uploads are under way, and refuses the upload of a number. */
function watched(refused?: number) {
  const seen = { uploads: 0, atOnce: 0, most: 0 }
  const upload: Storage['upload'] = async (...args) => {
    seen.uploads += 1
    seen.atOnce += 1
    seen.most = Math.max(seen.most, seen.atOnce)
    try {
      if (seen.uploads === refused) throw new Error('Storage is full.')
      await storage.upload(...args)
    } finally {
      seen.atOnce -= 1
    }
  }
  return { seen, storage: { ...storage, upload } }
}

const keep = async (files: ImportedFile[], into: Storage) =>
  keepFiles(await world.connect(), into, { workspaceId: world.workspaceId }, files)

test('all of more than a statement takes, eight uploads at once, and each content once', async () => {
  const files = filesOf('many', 150)
  const { seen, storage: into } = watched()
  await keep([...files, ...files], into)
  expect(seen).toEqual({ uploads: 150, atOnce: 0, most: 8 })
  const rows = await kept(files)
  expect(rows).toHaveLength(150)
  const [row] = rows
  const bytes = await storage.download('files', row?.object ?? '', 1000)
  const file = files.find(({ hash }) => row?.hash.equals(hash))
  expect(bytes).toEqual(file?.bytes)
  expect(Number(row?.size)).toBe(file?.bytes.length)

  await keep(files, into)
  expect(seen.uploads).toBe(150)
})

test('of a batch whose upload fails no row stays, and none is under way any more; those before it stay', async () => {
  const files = filesOf('failing', 130)
  const { seen, storage: into } = watched(70)
  await expect(keep(files, into)).rejects.toThrow('Storage is full.')
  expect(seen.atOnce).toBe(0)
  expect(seen.uploads).toBeLessThan(80)
  expect(await kept(files)).toHaveLength(64)

  await keep(files, storage)
  expect(await kept(files)).toHaveLength(130)
})

test('two who keep the same files in another order wait for each other', async () => {
  const files = filesOf('both', 60)
  await Promise.all([keep(files, storage), keep(files.toReversed(), storage)])
  expect(await kept(files)).toHaveLength(60)
})
