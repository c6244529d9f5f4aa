// What Lighthouse's mobile profile says of a public operation's page. Fetched by npm when it is asked for: it brings a
// hundred packages that nothing else needs.
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { findProgram } from '../programs.mjs'
import { atLeast, type BenchContext, median, type Row, Unavailable } from './bench.ts'
import { publish } from './support/published.ts'

export const needs = ['chromium'] as const

const COMMAND = 'npm run bench lighthouse'
const PACKAGE = 'lighthouse@13.5.0'
const FLAGS = '--headless=new --no-sandbox --disable-gpu --disable-background-networking'
const RUNS = 3

const categories = [
  ['performance', 'Performance', 95],
  ['accessibility', 'Accessibility', 100],
  ['best-practices', 'Best practices', 100],
  ['seo', 'SEO', 100],
] as const

interface Report {
  categories: Record<string, { score: number | null } | undefined>
}

export default async function bench({ stack: instance, fixture }: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const operation = { method: 'get', path: '/repos/{owner}/{repo}/issues' }
  const address = await publish(stack, await fixture('github-13mb.json'), operation)
  const reports: Report[] = []
  while (reports.length < RUNS) reports.push(await audited(address))
  return categories.map(([id, title, least]) => {
    const scores = reports.map(({ categories: found }) => (found[id]?.score ?? 0) * 100)
    return atLeast(`Lighthouse, mobile, operation of GitHub's: ${title}`, median(scores), '', least, COMMAND)
  })
}

async function audited(address: string): Promise<Report> {
  const args = ['exec', '--yes', `--package=${PACKAGE}`, '--', 'lighthouse', address]
  const options = ['--output=json', '--quiet', `--chrome-flags=${FLAGS}`]
  try {
    const { stdout } = await promisify(execFile)('npm', [...args, ...options], {
      maxBuffer: 64 * 1024 * 1024,
      env: { ...process.env, CHROME_PATH: findProgram('chromium') },
    })
    return JSON.parse(stdout) as Report
  } catch (error) {
    throw new Unavailable(`Lighthouse did not run: ${(error as Error).message.slice(0, 300)}`)
  }
}
