// The package as `npm pack` makes it, without npm: the same files below `package/`, in the format that npm reads (POSIX
// ustar, gzip). The same sources give the same bytes.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { bundle, here } from './bundle.mjs'

const BLOCK = 512

/** Bundles the command and packs it. */
export async function tarball(): Promise<Buffer> {
  const dist = mkdtempSync(join(tmpdir(), 'waymark-cli-'))
  try {
    await bundle(dist)
    const files: [name: string, path: string, mode: number][] = [
      ['package.json', join(here, 'package.json'), 0o644],
      ['README.md', join(here, 'README.md'), 0o644],
      ['LICENSE', join(here, '../LICENSE'), 0o644],
      ['bin/waymark.mjs', join(here, 'bin/waymark.mjs'), 0o755],
      ['dist/main.mjs', join(dist, 'main.mjs'), 0o644],
      ['dist/licenses.md', join(dist, 'licenses.md'), 0o644],
    ]
    const entries = files.flatMap(([name, path, mode]) => entry(`package/${name}`, readFileSync(path), mode))
    return gzipSync(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]), { level: 9 })
  } finally {
    rmSync(dist, { recursive: true, force: true })
  }
}

function entry(name: string, content: Buffer, mode: number): Buffer[] {
  const head = Buffer.alloc(BLOCK)
  const octal = (value: number, at: number, length: number) =>
    head.write(`${value.toString(8).padStart(length - 1, '0')}\0`, at)
  head.write(name, 0)
  octal(mode, 100, 8)
  octal(0, 108, 8)
  octal(0, 116, 8)
  octal(content.length, 124, 12)
  octal(0, 136, 12)
  head.write('        0', 148)
  head.write('ustar\x0000', 257)
  octal(
    head.reduce((sum, byte) => sum + byte, 0),
    148,
    7,
  )
  return [head, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]
}
