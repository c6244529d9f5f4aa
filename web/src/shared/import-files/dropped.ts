// What is dropped on a page: files, and folders with all that is below them.
import { maxImportFiles } from '../../../../supabase/functions/_shared/domain/imports.ts'
import { BundleError, isRead, type PickedFile, tooManyFiles } from './bundle.ts'

/** How many files and folders of a dropped folder are looked at. */
const mostLooks = 20_000

/** The files of a drop, those of folders with their paths. Must be called while the drop is handled. Throws BundleError. */
export function filesOfDrop({ items, files }: DataTransfer): Promise<PickedFile[]> {
  const entries = [...(items ?? [])].flatMap((item) => item.webkitGetAsEntry?.() ?? [])
  if (!entries.some((entry) => entry.isDirectory)) return Promise.resolve(filesOfList(files))
  return walked(entries)
}

/** The files of an input, with their paths where a folder was chosen. */
export function filesOfList(files: Iterable<File>): PickedFile[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, content: file }))
}

async function walked(start: FileSystemEntry[]): Promise<PickedFile[]> {
  const open = [...start]
  const found: PickedFile[] = []
  for (let looks = 0; open.length > 0; looks += 1) {
    if (looks > mostLooks || found.length > 2 * maxImportFiles) throw new BundleError(tooManyFiles)
    const entry = open.pop() as FileSystemEntry
    const path = entry.fullPath.replace(/^\//, '')
    if (isDirectory(entry)) {
      // What lies in tools' own folders is not even looked at.
      if (isRead(`${path}/toc.json`)) open.push(...(await childrenOf(entry)))
    } else found.push({ path, content: await fileOf(entry as FileSystemFileEntry) })
  }
  return found
}

function isDirectory(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}

// A reader gives a folder in parts, the last of which is empty.
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    )
    if (part.length === 0) return all
    all.push(...part)
    if (all.length > mostLooks) throw new BundleError(tooManyFiles)
  }
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject))
}
