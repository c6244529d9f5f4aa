// A file of a branch as somebody wants to have it: as it is, bundled or dereferenced, in JSON or YAML.
import { DescriptionError } from '../errors.ts'
import type { Branch } from '../files/branch.ts'
import type { SourceDocument } from '../files/source-document.ts'
import { Log } from '../log/log.ts'
import { parseText } from '../parse/parse-text.ts'
import { RefResolver } from '../refs.ts'
import type { JsonValue } from '../types.ts'
import { Budget } from './budget.ts'
import { FileBundler } from './bundle-file.ts'
import { Dereferencer } from './dereference.ts'
import { type DataFormat, written } from './write.ts'

export const exportKinds = ['original', 'bundled', 'dereferenced'] as const
export const dataFormats = ['json', 'yaml'] as const

export interface ExportForm {
  kind: (typeof exportKinds)[number]
  format: DataFormat
}

/**
 * The text of a file in this form. Throws DescriptionError for a file that cannot be read, is neither an API nor a model
 * and is to be bundled, or would become too large.
 */
export function exportFile(branch: Branch, path: string, { kind, format }: ExportForm): string {
  const document = readable(branch, path)
  if (kind === 'original') return written(copied(document.root, new Budget(path), 0), format)
  if (document.kind === 'fragment')
    throw new DescriptionError('Only OpenAPI descriptions and JSON Schemas can be bundled.', path)
  const bundled = new FileBundler(
    document,
    new RefResolver(branch.documents, branch.log),
    new Budget(path),
  ).bundled()
  return written(kind === 'bundled' ? bundled : dereferenced({ ...document, root: bundled }), format)
}

function dereferenced(document: SourceDocument): JsonValue {
  const resolver = new RefResolver({ get: () => undefined }, new Log())
  return new Dereferencer(document, resolver, new Budget(document.path)).dereferenced()
}

function readable(branch: Branch, path: string): SourceDocument {
  const document = branch.documents.get(path)
  if (document) return document
  const text = branch.tree.text(path)
  // Says what is wrong with it.
  if (text !== undefined && /\.(json|ya?ml)$/i.test(path)) parseText(text, path)
  throw new DescriptionError('This file is neither JSON nor YAML.', path)
}

// Aliases of YAML are written out: a small file can be a huge one.
function copied(value: JsonValue, budget: Budget, depth: number): JsonValue {
  if (typeof value !== 'object' || value === null) {
    budget.spend(typeof value === 'string' ? value.length + 2 : 6, depth)
    return value
  }
  budget.spend(2, depth)
  if (Array.isArray(value)) return value.map((item) => copied(item, budget, depth + 1))
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      budget.spend(key.length + 4, depth)
      return [key, copied(inner, budget, depth + 1)]
    }),
  )
}
