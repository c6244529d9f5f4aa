// What Git calls a commit of these files: computed, so that the demo has a history where no Git is installed.
import { createHash } from 'node:crypto'

export interface Commit {
  message: string
  author: { name: string; email: string }
  /** When, as ISO 8601 in UTC. */
  at: string
  parent: string | null
  files: Map<string, Uint8Array>
}

/** The id that `git commit` gives to these files with this message, author, time and parent. */
export function commitId({ message, author, at, parent, files }: Commit): string {
  const signature = `${author.name} <${author.email}> ${Date.parse(at) / 1000} +0000`
  const lines = [
    `tree ${treeId(files).toString('hex')}`,
    ...(parent ? [`parent ${parent}`] : []),
    `author ${signature}`,
    `committer ${signature}`,
    '',
    `${message}\n`,
  ]
  return objectId('commit', Buffer.from(lines.join('\n'))).toString('hex')
}

function treeId(files: Map<string, Uint8Array>): Buffer {
  const folders = new Map<string, Map<string, Uint8Array>>()
  const entries: { sortedAs: string; bytes: Buffer }[] = []
  for (const [path, content] of files) {
    const slash = path.indexOf('/')
    if (slash < 0) entries.push(entry('100644', path, path, objectId('blob', content)))
    else {
      const folder = path.slice(0, slash)
      const inside = folders.get(folder) ?? new Map<string, Uint8Array>()
      folders.set(folder, inside.set(path.slice(slash + 1), content))
    }
  }
  for (const [name, inside] of folders) entries.push(entry('40000', name, `${name}/`, treeId(inside)))
  // By bytes, a folder as if its name ended in a slash.
  entries.sort((one, other) => Buffer.compare(Buffer.from(one.sortedAs), Buffer.from(other.sortedAs)))
  return objectId('tree', Buffer.concat(entries.map(({ bytes }) => bytes)))
}

function entry(mode: string, name: string, sortedAs: string, id: Buffer) {
  return { sortedAs, bytes: Buffer.concat([Buffer.from(`${mode} ${name}\0`), id]) }
}

function objectId(kind: string, content: Uint8Array): Buffer {
  return createHash('sha1').update(`${kind} ${content.length}\0`).update(content).digest()
}
