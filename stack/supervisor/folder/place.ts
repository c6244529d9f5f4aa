import { folderId } from '../../postgres/folder-processes.ts'

/** Where a record was written: it may have been copied elsewhere since, with its folder. */
export interface Place {
  dir: string
  folder: string | undefined
}

export function placeOf(dir: string): Place {
  return { dir, folder: folderId(dir) }
}

/** The folder that a copied record belongs to; undefined for a record of `dir` itself, or where nothing proves it. */
export function originalOf(record: Partial<Place>, dir: string): string | undefined {
  if (record.folder === undefined || record.dir === undefined) return undefined
  const elsewhere = record.folder !== folderId(dir) && folderId(record.dir) === record.folder
  return elsewhere ? record.dir : undefined
}
