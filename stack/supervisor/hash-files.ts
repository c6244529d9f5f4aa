import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** A hash of files and of all files in folders of `root`, with their paths; of what is built or installed in them nothing. */
export function hashFiles(root: string, sources: readonly string[]): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const path = join(root, source)
    if (!existsSync(path)) continue
    for (const file of statSync(path).isFile() ? [path] : filesBelow(path))
      hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

function filesBelow(dir: string): string[] {
  return readdirSync(dir, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      if (entry.name === 'dist' || entry.name === 'node_modules') return []
      const path = join(dir, entry.name)
      return entry.isDirectory() ? filesBelow(path) : [path]
    })
}
