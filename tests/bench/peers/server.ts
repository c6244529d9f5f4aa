// A page of another reader, its code and the description, compressed as servers do it.
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { Reader } from './readers.ts'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json',
  '.yaml': 'application/yaml',
}
const compressed = promisify(gzip)

/** Serves one reader with one description on loopback; `folder` holds its package. */
export async function serveReader(
  reader: Reader,
  folder: string,
  description: string,
): Promise<{ url: string; close(): Promise<void> }> {
  const kept = new Map<string, Promise<Buffer>>()
  const contentOf = (path: string): Promise<Buffer> => {
    const known = kept.get(path)
    if (known) return known
    const read = path === '/' ? Promise.resolve(Buffer.from(reader.page)) : readFile(fileOf(path))
    const made = read.then((bytes) => compressed(bytes))
    kept.set(path, made)
    return made
  }
  const fileOf = (path: string) =>
    path === '/description' ? description : join(folder, path.replace('/code/', ''))
  const typeOf = (path: string) =>
    TYPES[path === '/' ? '.html' : extname(fileOf(path))] ?? 'application/octet-stream'
  const server = createServer(async (req, res) => {
    const { pathname } = new URL(req.url ?? '/', 'http://localhost')
    if (pathname !== '/' && !existsSync(fileOf(pathname))) return void res.writeHead(404).end()
    const body = await contentOf(pathname)
    res.writeHead(200, { 'content-type': typeOf(pathname), 'content-encoding': 'gzip' }).end(body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The reader has no port.')
  const url = `http://127.0.0.1:${address.port}/`
  // Nobody is measured by how long compressing takes.
  for (const path of ['/', '/description', ...new Set(reader.page.match(/\/code\/[\w./-]+/g) ?? [])])
    await contentOf(path)
  return {
    url,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections()
        server.close(() => resolve())
      }),
  }
}
