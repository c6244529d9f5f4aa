// Files as a tree: what is drawn are rows, so that fifty thousand files are no slower than fifty.
import { folderOf, nameOf, type StudioFile } from '../model.ts'

export interface FolderRow {
  kind: 'folder'
  path: string
  name: string
  depth: number
  isOpen: boolean
  /** Whether something below differs from what was published. */
  changed: boolean
}

export interface FileRow {
  kind: 'file'
  path: string
  name: string
  depth: number
  file: StudioFile
}

export type TreeRow = FolderRow | FileRow

interface Folder {
  path: string
  folders: Map<string, Folder>
  files: StudioFile[]
  changed: boolean
}

const byName = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' }).compare

/**
 * The rows of a tree: folders first, each with its own below it while it is open.
 * @param closed paths of the folders that are closed; `null` opens all, as a search does
 * @param empty folders that hold no file yet
 */
export function treeRows(
  files: readonly StudioFile[],
  closed: ReadonlySet<string> | null,
  empty: readonly string[] = [],
): TreeRow[] {
  const root: Folder = { path: '', folders: new Map(), files: [], changed: false }
  for (const file of files) {
    if (file.deleted_at !== null) continue
    const folder = folderAt(root, folderOf(file.path), file.changed)
    folder.files.push(file)
  }
  for (const folder of empty) folderAt(root, folder, false)
  const rows: TreeRow[] = []
  add(root, 0)
  return rows

  function add({ folders, files: own }: Folder, depth: number): void {
    for (const [name, folder] of [...folders].sort(([a], [b]) => byName(a, b))) {
      const isOpen = closed === null || !closed.has(folder.path)
      rows.push({ kind: 'folder', path: folder.path, name, depth, isOpen, changed: folder.changed })
      if (isOpen) add(folder, depth + 1)
    }
    const sorted = own
      .map((file) => ({ file, name: nameOf(file.path) }))
      .sort((a, b) => byName(a.name, b.name))
    for (const { file, name } of sorted) rows.push({ kind: 'file', path: file.path, name, depth, file })
  }
}

/** The paths of all folders. */
export function foldersOf(files: readonly StudioFile[]): Set<string> {
  const found = new Set<string>()
  for (const { path } of files) {
    for (let folder = folderOf(path); folder !== '' && !found.has(folder); folder = folderOf(folder))
      found.add(folder)
  }
  return found
}

function folderAt(root: Folder, path: string, changed: boolean): Folder {
  let folder = root
  for (const name of path === '' ? [] : path.split('/')) {
    const next = folder.folders.get(name) ?? {
      path: folder.path === '' ? name : `${folder.path}/${name}`,
      folders: new Map(),
      files: [],
      changed: false,
    }
    folder.folders.set(name, next)
    next.changed ||= changed
    folder = next
  }
  return folder
}

/** The moves that bring files, and all files of folders, into a folder. */
export function movesInto(
  files: readonly StudioFile[],
  dragged: { kind: TreeRow['kind']; path: string },
  folder: string,
): { id: string; path: string }[] {
  const target = folder === '' ? nameOf(dragged.path) : `${folder}/${nameOf(dragged.path)}`
  return movesTo(files, dragged, target)
}

/** The moves that give a file, or a folder, another path; none where it stays, or would be in itself. */
export function movesTo(
  files: readonly StudioFile[],
  moved: { kind: TreeRow['kind']; path: string },
  target: string,
): { id: string; path: string }[] {
  if (target === moved.path || target.startsWith(`${moved.path}/`)) return []
  const live = files.filter(({ deleted_at }) => deleted_at === null)
  if (moved.kind === 'file') {
    return live.filter(({ path }) => path === moved.path).map(({ id }) => ({ id, path: target }))
  }
  return live
    .filter(({ path }) => path.startsWith(`${moved.path}/`))
    .map(({ id, path }) => ({ id, path: target + path.slice(moved.path.length) }))
}

/** Why a path cannot be that of a file; null if it can. The database has the last word. */
export function pathProblem(path: string): string | null {
  if (path.trim() === '') return 'Give the file a name.'
  if (path.length > 1000) return 'A path may have at most 1,000 characters.'
  if (path.startsWith('/') || path.endsWith('/') || path.includes('//'))
    return 'A path begins and ends with a name.'
  if (path.split('/').some((part) => part === '.' || part === '..')) return 'A path goes down only.'
  return null
}
