// How much JavaScript a browser needs before a page can paint: `node tests/bench/bundle.ts` after `vite build`.
import { readdir, readFile } from 'node:fs/promises'
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

/** Pages with less than the rest; and the Studio, of which its own counts. */
const budgets: Record<string, number> = {
  'ways to sign in': 200,
  'sign-in': 200,
  '<waymark-docs>': 170,
  docs: 231,
  Studio: 450,
  'Studio, all of it': 450,
  'rules in the Studio': 620,
}
const budgetKiB = 230
const entry = 'index.html'
const shell = 'src/app/shell/Shell.tsx'

/** The modules whose chunks each page loads before its first paint; those a visit can start with. */
const pages: Record<string, string[]> = {
  'sign-up': [entry, 'src/features/signup/routes.tsx'],
  'ways to sign in': [entry, 'src/features/auth/routes.tsx', 'src/features/auth/pages/IntegrationsPage.tsx'],
  'sign-in': [entry, 'src/features/auth/routes.tsx', 'src/features/auth/pages/LoginPage.tsx'],
  home: [entry, shell, 'src/app/HomeScreen.tsx'],
  docs: [entry, shell, 'src/features/docs/routes.tsx'],
}

/** The element for other pages, which is built apart (web/embed.ts). */
const embedded: Record<string, string[]> = {
  '<waymark-docs>': ['src/embed/index.ts', 'src/embed/show.tsx'],
}

const feature = 'src/features/studio'

/**
 * What the Studio loads until somebody sees a file and types, in forms or in code: the desk with its outline and preview,
 * both views, and both workers. Dialogs, comparing, comments and panels come later.
 */
const opened = [
  'src/app/StudioScreen.tsx',
  `${feature}/desk/Workbench.tsx`,
  `${feature}/forms/views.ts`,
  `${feature}/code/CodeView.tsx`,
  `${feature}/language/language.worker.ts`,
  `${feature}/preview/analysis.worker.ts`,
]

/** What is the Studio's: its feature, its screen, and the workers that it starts. */
const isOfStudio = (key: string) => /^src\/(app\/StudioScreen|features\/studio\/)/.test(key)

/** Initial JavaScript of each page of the build in `dist`; throws when there is none. */
export async function measureBundle(dist: string): Promise<PageSize[]> {
  return [
    ...(await measureBuild(dist, '.vite/manifest.json', pages)),
    ...(await measureStudio(dist)),
    await measureLinter(dist),
    ...(await measureBuild(join(dist, 'assets/embed'), 'manifest.json', embedded)),
  ]
}

/**
 * What the Studio alone brings: to be opened, and all that its modules ever reach, lazily loaded parts and workers too.
 * What another page reaches as well (React, the parts of MUI, the view of a node) is theirs.
 */
async function measureStudio(dist: string): Promise<PageSize[]> {
  const manifest = await manifestOf(dist, '.vite/manifest.json')
  const keys = Object.keys(manifest)
  const studio = keys.filter(isOfStudio)
  for (const worker of studio.filter((key) => key.endsWith('.worker.ts'))) refusePage(manifest, worker)
  const entries = [entry, ...keys.filter((key) => key.endsWith('.worker.ts') && !isOfStudio(key))]
  const others = reach(manifest, entries, isOfStudio)
  const own = [...reach(manifest, studio)].filter((key) => !others.has(key))
  const all = new Set(own.map((key) => chunkOf(manifest, key).file))
  const first = new Set<string>()
  for (const root of opened) collect(manifest, root, first)
  return [await weigh(dist, 'Studio', first.intersection(all)), await weigh(dist, 'Studio, all of it', all)]
}

/** The linter, which comes when the desk stands, in a worker that is built apart: counted by itself. */
async function measureLinter(dist: string): Promise<PageSize> {
  const files = await readdir(join(dist, 'assets'))
  const own = files.filter((file) => /^lint\.worker-.*\.js$/.test(file)).map((file) => `assets/${file}`)
  if (own.length === 0) throw new Error('The build has no lint worker')
  return weigh(dist, 'rules in the Studio', new Set(own))
}

/** A worker has no document: nothing that paints may be among what it loads. */
function refusePage(manifest: Manifest, worker: string): void {
  const files = new Set<string>()
  collect(manifest, worker, files)
  const page = [...files].find((file) => /\/(react|base|data|ui|fields)-/.test(file))
  if (page) throw new Error(`${worker} loads ${page}, which is made for pages.`)
}

/** The chunks that entries load at once or later, and those themselves; without what `apart` names and lies behind it. */
function reach(manifest: Manifest, entries: string[], apart?: (key: string) => boolean): Set<string> {
  const found = new Set<string>()
  const waiting = [...entries]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key) || apart?.(key)) continue
    found.add(key)
    const { imports = [], dynamicImports = [] } = chunkOf(manifest, key)
    waiting.push(...imports, ...dynamicImports)
  }
  return found
}

async function manifestOf(dist: string, file: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(dist, file), 'utf8')) as Manifest
}

async function measureBuild(dist: string, file: string, of: Record<string, string[]>): Promise<PageSize[]> {
  const manifest = await manifestOf(dist, file)
  return Promise.all(Object.entries(of).map(([page, roots]) => measure(dist, manifest, page, roots)))
}

async function measure(dist: string, manifest: Manifest, page: string, roots: string[]): Promise<PageSize> {
  const files = new Set<string>()
  for (const root of roots) collect(manifest, root, files)
  return weigh(dist, page, files)
}

async function weigh(dist: string, page: string, files: ReadonlySet<string>): Promise<PageSize> {
  const sizes = await Promise.all(
    [...files].map(async (file) => gzipSync(await readFile(join(dist, file))).length),
  )
  const bytes = sizes.reduce((sum, size) => sum + size, 0)
  const gzipKiB = Math.round(bytes / 102.4) / 10
  return { page, chunks: files.size, gzipKiB, budgetKiB: budgets[page] ?? budgetKiB }
}

/** A chunk with everything it imports statically. */
function collect(manifest: Manifest, key: string, files: Set<string>): void {
  const chunk = chunkOf(manifest, key)
  if (files.has(chunk.file)) return
  files.add(chunk.file)
  for (const next of chunk.imports ?? []) collect(manifest, next, files)
}

function chunkOf(manifest: Manifest, key: string): Chunk {
  const chunk = manifest[key]
  if (!chunk) throw new Error(`The build has no chunk for ${key}`)
  return chunk
}

if (import.meta.main) {
  const sizes = await measureBundle(process.env.WAYMARK_DIST ?? join(import.meta.dirname, '../../web/dist'))
  console.table(sizes)
  if (sizes.some((size) => size.gzipKiB > size.budgetKiB)) process.exitCode = 1
}
