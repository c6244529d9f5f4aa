// Before the doors are tried: what lets all be undone, and the world. After: the counts of all doors.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { connect } from '../../../stack/postgres/connect.ts'
import { startOrJoin } from '../../support/stack.ts'
import type { Counts } from './door.ts'
import { undoSql } from './undo.ts'
import { makeWorld } from './world.ts'

// Without one its route is nobody's.
const roadmap = {
  WAYMARK_ROADMAP_URL: 'https://roadmap.example/portal',
  WAYMARK_ROADMAP_SECRET: 'what-the-roadmap-of-tests-is-signed-with',
}

export default async function setup(project: TestProject) {
  // An instance of its own: what undoes all would be in the way of others.
  const { stop, ...stack } = await startOrJoin({ env: roadmap })
  project.provide('stack', stack)
  const dir = mkdtempSync(join(tmpdir(), 'waymark-doors-'))
  const countsFile = join(dir, 'counts')
  writeFileSync(countsFile, '')
  const db = await connect(stack.dbUrl)
  await db.query(undoSql)
  await db.end()
  project.provide('doorsWorld', await makeWorld(stack, countsFile))
  return async () => {
    console.info(tableOf(readFileSync(countsFile, 'utf8')))
    rmSync(dir, { recursive: true })
    await stop()
  }
}

function tableOf(lines: string): string {
  const merged: Counts = Object.assign(
    {},
    ...lines
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  )
  const rows = Object.entries(merged).map(([name, { yes, no, unseen }]) => [
    ...name.split('\t'),
    ...[yes, no, unseen, yes + no + unseen].map(String),
  ])
  const sum = rows.reduce((total, row) => total + Number(row.at(-1)), 0)
  const all = [['door', 'what', 'allowed', 'refused', 'unseen', 'cells'], ...rows]
  const text = all.map((row) =>
    row.map((cell, index) => cell.padEnd([10, 10, 8, 8, 8, 8][index] ?? 0)).join(' '),
  )
  return `\n${text.join('\n')}\nSix doors, one answer: ${sum} cells.`
}
