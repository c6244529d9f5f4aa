import { decodedPath, isProjectPath, pathFrom } from '../../analysis/paths.ts'
import type { Refused } from '../types.ts'
import type { Site } from './file-index.ts'
import { Changes, type Plan, verified } from './plan.ts'
import { siteChange } from './rename.ts'
import { isBareName, type References } from './resolve.ts'
import { relativePath, writtenPath } from './write.ts'

/**
 * What has to change for files to get other paths: the references, links and entries of toc.json that lead to them, and
 * their own to others. `moves`: paths now → paths then; a folder is all of its files. `others`: paths of files without a
 * text (images), which links lead to as well.
 */
export function planMove(
  references: References,
  moves: ReadonlyMap<string, string>,
  others: ReadonlySet<string> = new Set(),
): Plan | Refused {
  const fault = faultOf(references, moves, others)
  if (fault) return { refused: 'not_safe', reason: fault }
  const changes = new Changes()
  for (const index of references.indexes()) {
    for (const site of index.sites) {
      const value = movedReference(references, site, index.path, moves, others)
      if (value !== null) changes.add(index.path, siteChange(references, index.path, site, value))
    }
  }
  const list = [...moves].filter(([from, to]) => from !== to).map(([from, to]) => ({ from, to }))
  return verified(references, changes.plan(list), ({ file, path }) => ({
    file: moves.get(file) ?? file,
    path,
  }))
}

function faultOf(
  { paths }: References,
  moves: ReadonlyMap<string, string>,
  others: ReadonlySet<string>,
): string | null {
  const taken = new Set([...paths, ...others].filter((path) => !moves.has(path)))
  for (const to of moves.values()) {
    if (!isProjectPath(to)) return `A file cannot be called “${to.slice(0, 200)}”.`
    if (taken.has(to)) return `There is a file “${to}” already.`
    taken.add(to)
  }
  return null
}

function movedReference(
  references: References,
  site: Site,
  from: string,
  moves: ReadonlyMap<string, string>,
  others: ReadonlySet<string>,
): string | null {
  if (site.kind === 'mapping' && isBareName(site.value)) return null
  const file = fileOf(references, site, from, others)
  if (file === null) return null
  const [origin, target] = [moves.get(from) ?? from, moves.get(file) ?? file]
  if (origin === from && target === file) return null
  const { head, tail } = parts(site, file)
  if (head === '') return null
  if (site.kind === 'uri') return `${head.startsWith('/') ? '/' : ''}${target}${tail}`
  if (pathFrom(origin, decodedPath(head)) === target) return null
  const path = head.startsWith('/') ? `/${target}` : relativePath(origin, target)
  const prefix = head.startsWith('./') && !path.startsWith('.') ? './' : ''
  return prefix + writtenPath(path, site.kind === 'link') + tail
}

function fileOf(
  references: References,
  site: Site,
  from: string,
  others: ReadonlySet<string>,
): string | null {
  const written = references.written(site, from)
  if (written.to === 'place') return written.target.file
  return written.to === 'nothing' && written.file !== undefined && others.has(written.file)
    ? written.file
    : null
}

/** The file that a reference names as it is written, and what follows: a fragment, or a place in the file. */
function parts({ kind, value }: Site, file: string): { head: string; tail: string } {
  const end = kind === 'ref' || kind === 'mapping' ? value.indexOf('#') : (/[?#]/.exec(value)?.index ?? -1)
  const head = end === -1 ? value : value.slice(0, end)
  const tail = end === -1 ? '' : value.slice(end)
  if (/^([a-z][a-z0-9+.-]*:|\/\/)/i.test(head)) return { head: '', tail: value }
  if (kind === 'ref' || kind === 'mapping' || kind === 'base') return { head, tail }
  // A link may lead into a file: its name is what ends like the file's.
  const name = file.slice(file.lastIndexOf('/') + 1)
  const segments = head.split('/')
  const last = segments.findIndex((segment) => decodedPath(segment) === name)
  if (last === -1) return { head, tail }
  return {
    head: segments.slice(0, last + 1).join('/'),
    tail:
      segments
        .slice(last + 1)
        .map((segment) => `/${segment}`)
        .join('') + tail,
  }
}
