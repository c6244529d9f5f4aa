// Import of GitHub's description (13 MB, 1,223 operations), and again with one operation changed; beside the analysis of
// the same file alone, in a process of its own.
import { readFile } from 'node:fs/promises'
import { atMost, type BenchContext, type Row } from './bench.ts'
import { measureAnalysis } from './support/analysis.ts'
import { ask, importAgain, importProject, workerPeakMb } from './support/import.ts'
import { aWorkspace } from './support/workspace.ts'

const COMMAND = 'npm run bench import'

export default async function bench({
  stack: instance,
  fixture,
  sample,
  root,
}: BenchContext): Promise<Row[]> {
  const stack = await instance()
  const workspace = await aWorkspace(stack)
  const path = await fixture('github-13mb.json')
  const text = await readFile(path, 'utf8')
  const file = { name: 'github.json', text }
  const snapshots = async () => {
    const [row] = await ask<{ count: string }>(
      stack,
      'select count(*) from public.snapshots where workspace_id = $1',
      [workspace.id],
    )
    return Number(row?.count)
  }

  const alone = await sample(async () => measureAnalysis(root, 'analyze', path).seconds)
  const first = await sample(() => importProject(stack, workspace, file))
  const held = await snapshots()
  const changed = { ...file, text: withOneChange(text) }
  const second = await sample(() => importAgain(stack, workspace, first, changed))
  const written = (await snapshots()) - held
  const peak = await workerPeakMb(stack)
  return [
    atMost('Analysis of GitHub description alone', alone, 's', undefined, COMMAND),
    atMost('Upload to readable documentation', first.seconds, 's', undefined, COMMAND),
    atMost('Upload to readable beside the analysis', first.seconds / alone, '×', 3, COMMAND),
    atMost('The same with one operation changed', second, 's', undefined, COMMAND),
    atMost('One operation changed beside the first import', second / first.seconds, '×', 0.7, COMMAND),
    atMost('Snapshots written by the first import', held, 'snapshots', undefined, COMMAND),
    atMost('Snapshots written by the second', written, 'snapshots', 1, COMMAND),
    atMost('Worker, peak resident memory', peak, 'MB', 1024, COMMAND),
  ]
}

function withOneChange(text: string): string {
  const document = JSON.parse(text) as { paths: Record<string, { get: { summary: string } }> }
  const operation = document.paths['/emojis']?.get
  if (!operation) throw new Error('The description has no GET /emojis.')
  operation.summary += ' (changed)'
  return JSON.stringify(document)
}
