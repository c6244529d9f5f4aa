// How much JavaScript a browser needs before a page can paint: `node tests/bench/bundle.ts` after `vite build`.
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

interface Chunk {
  file: string
  imports?: string[]
  dynamicImports?: string[]
}
type Manifest = Record<string, Chunk>

export interface PageSize {
  page: string
  chunks: number
  /** Sum of the gzipped chunks. */
  gzipKiB: number
  budgetKiB: number
}

/** Pages with less than the rest. */
const budgets: Record<string, number> = { 'ways to sign in': 200, 'sign-in': 200, '<waymark-docs>': 170 }
const budgetKiB = 230
const entry = 'index.html'
const shell = 'src/app/shell/Shell.tsx'

/** The modules whose chunks each page loads before its first paint; those a visit can start with. */
const pages: Record<string, string[]> = {
  'sign-up': [entry, 'src/features/signup/routes.tsx'],
  'ways to sign in': [entry, 'src/features/auth/routes.tsx', 'src/features/auth/pages/IntegrationsPage.tsx'],
  'sign-in': [entry, 'src/features/auth/routes.tsx', 'src/features/auth/pages/LoginPage.tsx'],
  home: [entry, shell, 'src/features/workspace/routes.tsx'],
  docs: [entry, shell, 'src/features/docs/routes.tsx'],
}

/** The element for other pages, which is built apart (web/embed.ts). */
const embedded: Record<string, string[]> = {
  '<waymark-docs>': ['src/embed/index.ts', 'src/embed/show.tsx'],
}

/** Initial JavaScript of each page of the build in `dist`; throws when there is none. */
export async function measureBundle(dist: string): Promise<PageSize[]> {
  return [
    ...(await measureBuild(dist, '.vite/manifest.json', pages)),
    ...(await measureBuild(join(dist, 'assets/embed'), 'manifest.json', embedded)),
  ]
}

async function measureBuild(dist: string, file: string, of: Record<string, string[]>): Promise<PageSize[]> {
  const manifest = JSON.parse(await readFile(join(dist, file), 'utf8')) as Manifest
  return Promise.all(Object.entries(of).map(([page, roots]) => measure(dist, manifest, page, roots)))
}

async function measure(dist: string, manifest: Manifest, page: string, roots: string[]): Promise<PageSize> {
  const files = new Set<string>()
  for (const root of roots) collect(manifest, root, files)
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(join(dist, file))).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const gzipKiB = Math.round(bytes / 102.4) / 10
  return { page, chunks: files.size, gzipKiB, budgetKiB: budgets[page] ?? budgetKiB }
}

/** A chunk with everything it imports statically. */
function collect(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no chunk for ${key}`)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(manifest, next, files)
}

if (import.meta.main) {
  const sizes = await measureBundle(process.env.WAYMARK_DIST ?? join(import.meta.dirname, '../../web/dist'))
  console.table(sizes)
  if (sizes.some((size) => size.gzipKiB > size.budgetKiB)) process.exitCode = 1
}
