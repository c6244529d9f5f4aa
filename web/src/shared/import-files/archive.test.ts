import { strToU8, zipSync } from 'fflate'
import { expect, it } from 'vitest'
import { unpack } from './archive.ts'
import { BundleError } from './bundle.ts'

const text = (content = 'a') => strToU8(content)

it('unpacks what is read here, with its paths', () => {
  const archive = zipSync({
    'api/reference/pets.yaml': text('openapi: 3.1.0'),
    'api/docs\\intro.md': text('# Intro'),
    'api/assets/logo.png': text(),
    'api/toc.json': text('{}'),
    'api/package.zip': text(),
    'api/.git/config.json': text(),
    '__MACOSX/api/pets.yaml': text(),
  })
  const { files, leftOut } = unpack(archive)
  expect(files.map(({ path }) => path).sort()).toEqual([
    'api/assets/logo.png',
    'api/docs/intro.md',
    'api/reference/pets.yaml',
    'api/toc.json',
  ])
  expect(leftOut).toBe(3)
  expect(new TextDecoder().decode(files.find(({ path }) => path.endsWith('pets.yaml'))?.bytes)).toBe(
    'openapi: 3.1.0',
  )
})

it.each(['../out.yaml', '/etc/out.yaml', 'a/../../out.yaml', '..\\out.yaml'])('leaves %s out', (path) => {
  expect(unpack(zipSync({ [path]: text(), 'in.yaml': text() })).files.map((file) => file.path)).toEqual([
    'in.yaml',
  ])
})

it.each([
  ['says that a file is shorter than it is', 22, 24],
  ['says that a file has another checksum', 14, 16],
])('refuses an archive that %s', (_what, local, central) => {
  const archive = zipSync({ 'assets/größe.yaml': text('openapi: 3.1.0\n'.repeat(20)) })
  const view = new DataView(archive.buffer, archive.byteOffset)
  const table = view.getUint32(archive.length - 6, true)
  for (const at of [local, table + central]) view.setUint32(at, 20, true)
  expect(() => unpack(archive)).toThrow(
    'The archive is damaged: assets/größe.yaml is not what it was when it was packed.',
  )
})

it('refuses too many files', () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`${n}.md`, text()]))
  expect(() => unpack(zipSync(many, { level: 0 }))).toThrow('At most 1,000 files can be imported at once.')
})

it('refuses what is packed far too tightly', () => {
  const bomb = zipSync({ 'a.json': new Uint8Array(8 * 1024 * 1024) }, { level: 9 })
  expect(() => unpack(bomb)).toThrow('a.json is packed too tightly to be unpacked here.')
})

it('refuses more bytes than an import may have, by what the archive says of itself', () => {
  const archive = zipSync({ 'a.json': text('a'.repeat(100)) }, { level: 0 })
  declareSize(archive, 60 * 1024 * 1024)
  expect(() => unpack(archive)).toThrow('The files of an import may have at most 50 MB together.')
})

it('gives an entry that lies about its size no more room than it named', () => {
  const archive = zipSync({ 'a.json': new Uint8Array(4 * 1024 * 1024) }, { level: 9 })
  declareSize(archive, 1000)
  const size = () => unpack(archive).files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  let got = 0
  try {
    got = size()
  } catch (error) {
    expect(error).toBeInstanceOf(BundleError)
  }
  expect(got).toBeLessThanOrEqual(1000)
})

it('refuses what is no archive', () => {
  expect(() => unpack(text('openapi: 3.1.0'))).toThrow('The archive cannot be read.')
})

/** Writes another size into the table at the end of an archive of one file. */
function declareSize(archive: Uint8Array, size: number): void {
  const view = new DataView(archive.buffer, archive.byteOffset, archive.byteLength)
  for (let at = 0; at < archive.length - 4; at += 1) {
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, size, true)
  }
}

it('counts what is stored unpacked, where the archive says that it is nothing', () => {
  const archive = zipSync({ 'a.md': new Uint8Array(60 * 1024 * 1024) }, { level: 0 })
  // The size in the list at the archive's end (APPNOTE.TXT 4.3.12), which is what is read.
  const view = new DataView(archive.buffer)
  const list = view.getUint32(archive.length - 6, true)
  expect(view.getUint32(list, true)).toBe(0x02014b50)
  view.setUint32(list + 24, 0, true)
  expect(() => unpack(archive)).toThrow(BundleError)
})
